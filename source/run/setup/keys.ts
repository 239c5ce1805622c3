/** Key stores, for front ends. */
export {type KeyPlace, type KeyPlaces, keyPlaces} from '../../llm/keys/keys.ts';
