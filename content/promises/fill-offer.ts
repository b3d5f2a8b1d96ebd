import { type PromisedFigures, fillFigures } from './promises.ts'

/** Fills an offer's figures into its page's texts. */
export const fillOffer = <T>(words: T, figures: PromisedFigures): T =>
	JSON.parse(JSON.stringify(words), (_, value: unknown) => (typeof value === 'string' ? fillFigures(value, figures) : value)) as T
