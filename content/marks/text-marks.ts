import { type Figures, fillFigures } from '#content/promises/promises.ts'

import { isReadable } from './readable.ts'

/** Origin of a text: a field of a JSON file by its path, such as `/offers/0/amountCents`, or a line of a text. */
export type Place = { file: string } & ({ field: string } | { line: number } | { whole: true })

/**
 * Marks are letters of the private planes 15 and 16, which no font draws and no text needs. One at the end of a text says where the text
 * comes from. A figure inside another text has its mark on both sides.
 */
const FIRST_FIGURE = 0xf_0000
const FIRST_TEXT = 0x10_0000
const MAX = 0xff_fd

const ANY_MARK = /[\u{F0000}-\u{10FFFF}]/gu
/** In Markdown a space precedes the mark of a text. */
const MARKS_WITH_SPACE = /[\u{F0000}-\u{FFFFF}]| ?[\u{100000}-\u{10FFFF}]/gu
/** Marks within an address, and the rest of a mark that was cut in two. */
const IN_ADDRESS = /%F3%B[0-9A-F](?:%[89AB][0-9A-F]){2}|%F4%8[0-9A-F](?:%[89AB][0-9A-F]){2}/gi
const HALVES = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g

/** A text of an operator without letters that could be taken for marks. */
export const withoutForeignMarks = (text: string): string => text.replaceAll(ANY_MARK, '').replaceAll(HALVES, '')

export const withoutMarks = (text: string): string =>
	text.replaceAll(MARKS_WITH_SPACE, '').replaceAll(IN_ADDRESS, '').replaceAll(HALVES, '')

const IS_PICTURE = /^\/\S+\.(?:png|jpe?g|webp|avif|gif|svg)$/i

const isFigureMark = (mark: string) => (mark.codePointAt(0) ?? 0) < FIRST_TEXT

/** Piece of a text, with its origin. */
export type Piece = { text: string; place: Place | null; isFigure: boolean }

type JsonFile = {
	file: string
	figures: Figures
	/** Words that the program compares with. */
	choices: ReadonlySet<string>
}

const keyOf = (place: Place) => JSON.stringify(place)

/** Numbers places, so that one letter names each. Parsed files keep their letters for as long as this lives. */
class PlaceList {
	readonly #first: number
	readonly #numbers = new Map<string, number>()
	readonly #places: Place[] = []

	constructor(first: number) {
		this.#first = first
	}

	/** The mark of a place; none when all letters are taken. */
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

/** Writes into texts where they come from, for a preview that leads to their fields, and reads it again. */
export class TextMarks {
	readonly #figures = new PlaceList(FIRST_FIGURE)
	readonly #texts = new PlaceList(FIRST_TEXT)
	/** A parsed file is one value for as long as its text stays, and is marked once for the same figures. */
	readonly #known = new WeakMap<object, { figures: string; marked: unknown }>()

	/** Fields of pictures, by address. */
	readonly #pictures = new Map<string, Place>()

	findPicture = (address: string): Place | null => this.#pictures.get(address) ?? null

	/** A figure that other texts name in braces. */
	figure(text: string, place: Place): string {
		const mark = this.#figures.markOf(place)
		return `${mark}${withoutForeignMarks(text)}${mark}`
	}

	/** Ends a text with its mark. Marks of figures inside it stay. */
	text = (text: string, place: Place): string => `${text}${this.#texts.markOf(place)}`

	/**
	 * Marks the readable texts of a parsed JSON file.
	 * @param value what was parsed @param source its text before figures were filled in
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
				if (choices.has(each) || !isReadable(at.key, clean)) return clean
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
		const mark = text.match(ANY_MARK)?.findLast((each) => !isFigureMark(each))
		return mark === undefined ? null : this.#texts.find(mark)
	}

	/** Splits a text into pieces with their origins. */
	read(text: string): Piece[] {
		const pieces: Piece[] = []
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
				// Back to the mark before it; figures stay unchanged.
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
