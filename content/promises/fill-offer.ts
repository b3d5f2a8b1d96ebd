import { type PromisedFigures, fillFigures } from './promises.ts'

const NAMES_A_CODE = /\{discount(?:Code|Scope)?\}/
const BETWEEN_SENTENCES = /(?<=[.!?])\s+/

/** Fills an offer's figures into its page's texts. Leaves out sentences about a discount code if the offer has none. */
export function fillOffer<T>(words: T, figures: PromisedFigures): T {
	const without = (text: string) =>
		text
			.split(BETWEEN_SENTENCES)
			.filter((sentence) => !NAMES_A_CODE.test(sentence))
			.join(' ')
	const fill = (text: string) => fillFigures(figures.discountCode === undefined && NAMES_A_CODE.test(text) ? without(text) : text, figures)
	return JSON.parse(JSON.stringify(words), (_, value: unknown) => (typeof value === 'string' ? fill(value) : value)) as T
}
