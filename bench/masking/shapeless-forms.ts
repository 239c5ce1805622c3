import {type KeyForm, plain} from './form.ts';
import {gitleaks} from './gitleaks.ts';

/** Keys that look like a hash, an id or any word: only a name beside them gives them away. */
export const shapelessForms: readonly KeyForm[] = [
	plain('Algolia: API key', gitleaks('algolia-api-key'), '<hex 32>'),
	plain('Asana: client secret', gitleaks('asana-client-secret'), '<lowerDigits 32>'),
	plain(
		'AWS: secret access key',
		'https://docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
		'<base64 40>',
	),
	plain('Bitbucket: client secret', gitleaks('bitbucket-client-secret'), '<url 64>'),
	plain('Cloudflare: API token', gitleaks('cloudflare-api-key'), '<url 40>'),
	plain('Codecov: access token', gitleaks('codecov-access-token'), '<lowerDigits 32>'),
	plain('Cohere: API token', gitleaks('cohere-api-token'), '<alphanumeric 40>'),
	plain('Coinbase: access token', gitleaks('coinbase-access-token'), '<lowerDigits 64>'),
	plain('Datadog: application key', gitleaks('datadog-access-token'), '<hex 40>'),
	plain('Discord: client secret', gitleaks('discord-client-secret'), '<url 32>'),
	plain('Etsy: access token', gitleaks('etsy-access-token'), '<lowerDigits 24>'),
	plain('Fastly: API token', gitleaks('fastly-api-token'), '<url 32>'),
	plain('Heroku: old API key', gitleaks('heroku-api-key'), '<uuid>'),
	plain('Intercom: API key', gitleaks('intercom-api-key'), '<url 60>'),
	plain('KuCoin: access token', gitleaks('kucoin-access-token'), '<hex 24>'),
	plain('LinkedIn: client secret', gitleaks('linkedin-client-secret'), '<alphanumeric 16>'),
	plain('Mattermost: access token', gitleaks('mattermost-access-token'), '<lowerDigits 26>'),
	plain('MessageBird: API token', gitleaks('messagebird-api-token'), '<alphanumeric 25>'),
	plain('Okta: access token', gitleaks('okta-access-token'), '00<url 40>'),
	plain('Snyk: API token', gitleaks('snyk-api-token'), '<uuid>'),
	plain('Sumo Logic: access key', gitleaks('sumologic-access-token'), '<alphanumeric 64>'),
	plain('Travis CI: access token', gitleaks('travisci-access-token'), '<alphanumeric 22>'),
	plain('Twitch: API token', gitleaks('twitch-api-token'), '<lowerDigits 30>'),
	plain('Zendesk: secret key', gitleaks('zendesk-secret-key'), '<alphanumeric 40>'),
];
