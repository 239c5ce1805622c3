import type {Answer, FaultInit, FaultName} from '../vendor/faults.ts';
import {failure} from './check.ts';

/** Read from the cache, written to it, and the rest are disjoint. */
export function usageOf({
	cached,
	written,
	rest,
	output,
}: {
	cached: number;
	written: number;
	rest: number;
	output: number;
}) {
	return {
		input_tokens: rest,
		cache_creation_input_tokens: written,
		cache_read_input_tokens: cached,
		cache_creation: {ephemeral_5m_input_tokens: written, ephemeral_1h_input_tokens: 0},
		output_tokens: output,
		output_tokens_details: {thinking_tokens: 0},
		server_tool_use: null,
		service_tier: 'standard',
		inference_geo: 'global',
		speed: 'standard',
	};
}

export const missing = (model: string) => failure(404, 'not_found_error', `model: ${model}`);

export const refusals: Partial<Record<FaultName, (fault: FaultInit) => Answer>> = {
	auth: () => failure(401, 'authentication_error', 'invalid x-api-key'),
	forbidden: () =>
		failure(403, 'permission_error', 'Your API key does not have permission to use the specified resource.'),
	billing: () =>
		failure(
			400,
			'invalid_request_error',
			'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
		),
	/** What an account of a tier may spend a month is used up. */
	quota: () => failure(429, 'rate_limit_error', 'You have reached the spend limit of your usage tier.'),
	'rate-limit': ({retryAfter = 7, retryAfterMs}) =>
		failure(
			429,
			'rate_limit_error',
			"This request would exceed your organization's rate limit of 50 requests per minute.",
			{
				'retry-after': String(retryAfter),
				...(retryAfterMs !== undefined && {'retry-after-ms': String(retryAfterMs)}),
			},
		),
	'rate-limit-silent': () =>
		failure(429, 'rate_limit_error', 'Number of concurrent connections has exceeded your rate limit.', {
			'x-should-retry': 'true',
		}),
	overloaded: () => failure(529, 'overloaded_error', 'Overloaded'),
	unavailable: ({retryAfter = 7}) =>
		failure(503, 'api_error', 'Service unavailable', {'retry-after': String(retryAfter)}),
	'server-error': () => failure(500, 'api_error', 'Internal server error'),
	'gateway-timeout': () => failure(504, 'timeout_error', 'Request timed out'),
	'request-timeout': () => failure(408, 'timeout_error', 'Request timed out'),
	'too-large': () => failure(413, 'request_too_large', 'Request exceeds the maximum size'),
};
