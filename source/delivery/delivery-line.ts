/** A line for a person; foreign text in it is to be escaped. `warning`: something is left to do. */
export type DeliveryLine = {text: string; tone: 'plain' | 'good' | 'bad' | 'warning'};
