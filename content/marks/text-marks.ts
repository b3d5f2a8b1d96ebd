import { type PromisedFigures, fillFigures } from '#content/promises/promises.ts'

/** Keys whose values aren't prose: identifiers, URLs, drawings, dates, and numbers in strings. */
const NO_WORDS =
	/(?:^|[a-z_])(?:ids?|slug|href|url|code|codes|currency|icon|kind|type|variant|basis|art|date|file|files|src|path|email|phone|color|colors|font|format|at)$/i

const IS_PROGRAM_TEXT = /^(?:[a-z0-9]+(?:[-_./:#@][a-z0-9]*)*|[/#].*|https?:\/\/\S*|\S+@\S+\.\S+|\d[\d\s.,:/-]*|[A-Z]{2,3}|)$/

/**
 * True if a text looks like prose for readers, not like an identifier, URL or number.
 * @param key key of the text
 */
export const isProse = (key: string, text: string): boolean => !NO_WORDS.test(key) && !IS_PROGRAM_TEXT.test(text)

/** Place at which a text is defined. `field`: path in a JSON file, such as `/offers/0/amountCents`. */
export type Place = { file: string } & ({ field: string } | { line: number } | { whole: true })

/**
 * Marks are characters of the private use planes 15 and 16, which are invisible and unused. A mark at the end of a text says where the text
 * is defined. A figure within a text has its mark on both sides.
 */
const FIRST_FIGURE = 0xf_0000
const FIRST_TEXT = 0x10_0000
const MAX = 0xff_fd

const ANY_MARK = /[\u{F0000}-\u{10FFFF}]/gu
/** Matches marks, with the space before a text's mark in Markdown. */
const MARKS_WITH_SPACE = /[\u{F0000}-\u{FFFFF}]| ?[\u{100000}-\u{10FFFF}]/gu
/** Matches URL-encoded marks, and halves of marks that were cut in two (lone surrogates). */
const IN_ADDRESS = /%F3%B[0-9A-F](?:%[89AB][0-9A-F]){2}|%F4%8[0-9A-F](?:%[89AB][0-9A-F]){2}/gi
const HALVES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** Removes characters from an operator's text that could be mistaken for marks. */
export const withoutForeignMarks = (text: string): string => text.replaceAll(ANY_MARK, '').replaceAll(HALVES, '')

export const withoutMarks = (text: string): string =>
	text.replaceAll(MARKS_WITH_SPACE, '').replaceAll(IN_ADDRESS, '').replaceAll(HALVES, '')

const isFigureMark = (mark: string) => (mark.codePointAt(0) ?? 0) < FIRST_TEXT

/** Returns the last mark of a text, ignoring those of figures. */
export const findTextMark = (text: string): string | undefined => text.match(ANY_MARK)?.findLast((each) => !isFigureMark(each))

const IS_PICTURE = /^\/\S+\.(?:png|jpe?g|webp|avif|gif|svg)$/i

export type MarkedPiece = { text: string; place: Place | null; isFigure: boolean }

type JsonFile = {
	file: string
	figures: PromisedFigures
	/** Values that code compares, which must not get marks. */
	choices: ReadonlySet<string>
}

const keyOf = (place: Place) => JSON.stringify(place)

/** Gives each place a number, which a single character encodes. Numbers are never reused, because parsed files contain the characters. */
class PlaceList {
	readonly #first: number
	readonly #numbers = new Map<string, number>()
	readonly #places: Place[] = []

	constructor(first: number) {
		this.#first = first
	}

	/** Returns the mark of a place; empty when all characters are used up. */
	markOf(place: Place): string {
		const key = keyOf(place)
		const number = this.#numbers.get(key) ?? this.#places.length
		if (number >= MAX) return ''
		if (number === this.#places.length) this.#places.push(place)
		this.#numbers.set(key, number)
		return String.fromCodePoint(this.#first + number)
	}

	find = (mark: string): Place | null => this.#places[(mark.codePointAt(0) ?? 0) - this.#first] ?? null
}

/** Adds marks that say where each text is defined, and reads them. Used for a preview in which each text links to its field. */
export class TextMarks {
	readonly #figures = new PlaceList(FIRST_FIGURE)
	readonly #texts = new PlaceList(FIRST_TEXT)
	/** Marked files, by parsed file, so that each is marked only once for the same figures. */
	readonly #known = new WeakMap<object, { figures: string; marked: unknown }>()

	readonly #pictures = new Map<string, Place>()

	findPicture = (address: string): Place | null => this.#pictures.get(address) ?? null

	/** Marks a figure, which other texts include through a placeholder. */
	figure(text: string, place: Place): string {
		const mark = this.#figures.markOf(place)
		return `${mark}${withoutForeignMarks(text)}${mark}`
	}

	/** Appends the mark of a text. Keeps the marks of figures within it. */
	text = (text: string, place: Place): string => `${text}${this.#texts.markOf(place)}`

	/**
	 * @param value the parsed file
	 * @param source its text before placeholders were filled in
	 */
	json<T extends object>(value: T, source: string, file: JsonFile): T {
		const figures = JSON.stringify(file.figures)
		const known = this.#known.get(value)
		if (known?.figures === figures) return known.marked as T
		const marked = this.#markJson(value, JSON.parse(source), file)
		this.#known.set(value, { figures, marked })
		return marked
	}

	#markJson<T>(value: T, written: unknown, { file, figures, choices }: JsonFile): T {
		const mark = (each: unknown, source: unknown, at: { path: string; key: string }): unknown => {
			if (typeof each === 'string') {
				const clean = withoutForeignMarks(each)
				if (IS_PICTURE.test(clean)) this.#pictures.set(clean, { file, field: at.path })
				if (choices.has(each) || !isProse(at.key, clean)) return clean
				const filled = typeof source === 'string' ? fillFigures(withoutForeignMarks(source), figures) : clean
				return this.text(withoutMarks(filled) === clean ? filled : clean, { file, field: at.path })
			}
			if (Array.isArray(each))
				return each.map((item, index) =>
					mark(item, Array.isArray(source) ? source[index] : null, { path: `${at.path}/${index}`, key: at.key }),
				)
			if (typeof each !== 'object' || each === null) return each
			const members = Object.entries(each).map(([key, item]) => {
				const path = `${at.path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
				return [key, mark(item, (source as Record<string, unknown> | null)?.[key], { path, key })]
			})
			return Object.fromEntries(members)
		}
		return mark(value, written, { path: '', key: '' }) as T
	}

	placeOf(text: string): Place | null {
		const mark = findTextMark(text)
		return mark === undefined ? null : this.#texts.find(mark)
	}

	read(text: string): MarkedPiece[] {
		const pieces: MarkedPiece[] = []
		let open: string | null = null
		let from = 0
		const push = (until: number, place: Place | null, isFigure = false) => {
			if (until > from) pieces.push({ text: text.slice(from, until), place, isFigure })
		}
		for (const { 0: mark, index } of text.matchAll(ANY_MARK)) {
			if (open === mark) {
				push(index, this.#figures.find(mark), true)
				open = null
			} else if (isFigureMark(mark)) {
				push(index, null)
				open = mark
			} else {
				push(text[index - 1] === ' ' ? index - 1 : index, null)
				const place = this.#texts.find(mark)
				// A text's mark applies to all pieces since the previous one, except figures.
				for (let at = pieces.length - 1; at >= 0; at--) {
					const piece = pieces[at]
					if (!piece || (piece.place && !piece.isFigure)) break
					if (!piece.place) pieces[at] = { ...piece, place }
				}
				open = null
			}
			from = index + mark.length
		}
		push(text.length, null)
		return pieces.map((piece) => ({ ...piece, text: withoutMarks(piece.text) }))
	}
}
