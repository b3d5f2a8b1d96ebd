import { diffWordsWithSpace } from 'diff'

import { isColor } from '#domain/color/brand-theme.ts'
import type { MediaAddress } from '#domain/media/media-address.ts'
import { mediaKindOfAddress } from '#domain/media/video-link.ts'

import { isObject, type Json } from './read-form.ts'

export type DiffPiece = { text: string; is: 'same' | 'added' | 'removed' }

/** A changed field; null means no value. */
export type FieldChange = {
	label: string
	before: string | null
	after: string | null
	/** Word-level diff, if both are sentences; null otherwise. */
	pieces: readonly DiffPiece[] | null
	swatches?: readonly { before: string; after: string }[]
	/** The new or removed entry that the field belongs to, in words. */
	entry?: string
	/** Path of that entry. Two entries may have the same name. */
	entryPath?: string
}

const swatchesOf = (before: Json, after: Json) =>
	[before, after].every((value) => value === undefined || (typeof value === 'string' && isColor(value))) && typeof after === 'string'
		? { swatches: [{ before: typeof before === 'string' ? before : after, after }] }
		: {}

const LIMIT_MS = 200
const PICTURE = /!\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g
const SENTENCE = 40
/** Characters of unchanged text shown around a change. */
const CONTEXT = 60
const MAX_LENGTH = 600

/** True for the data of a font or drawing, which isn't readable. */
const isData = (text: string) => text.length > 200 && !/\s/.test(text.slice(0, 200))

/** Returns the start of a longer text, cut between words, if it has spaces. */
const startOf = (text: string, length: number) =>
	text
		.slice(0, length + 1)
		.replace(/\s+\S*$/, '')
		.slice(0, length)

/** Returns the end of a longer text, cut between words, if it has spaces. */
const endOf = (text: string, length: number) =>
	text
		.slice(-length - 1)
		.replace(/^\S*\s+/, '')
		.slice(-length)

const clip = (text: string) => (isData(text) ? 'a file' : text.length > MAX_LENGTH ? `${startOf(text, MAX_LENGTH)} …` : text)

function formatValue(value: Json): string | null {
	if (value === undefined || value === null || value === '') return null
	if (typeof value === 'boolean') return value ? 'yes' : 'no'
	if (typeof value === 'string') return clip(value)
	if (typeof value === 'number') return String(value)
	const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
	return clip(parts.flatMap((part) => formatValue(part as Json) ?? []).join(' · '))
}

function shorten({ text, is }: DiffPiece, index: number, all: readonly DiffPiece[]): DiffPiece {
	if (is !== 'same' || text.length <= 2 * CONTEXT) return { text, is }
	const start = index === 0 ? '' : startOf(text, CONTEXT)
	const end = index === all.length - 1 ? '' : endOf(text, CONTEXT)
	return { text: `${start} … ${end}`, is }
}

const countWords = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0

/** Returns null if more than half of the words are replaced, because a mix of both sentences is hard to read. */
function diffSentences(before: Json, after: Json): DiffPiece[] | null {
	if (typeof before !== 'string' || typeof after !== 'string' || isData(before) || isData(after)) return null
	if (before.length < SENTENCE && after.length < SENTENCE) return null
	const pieces = diffWordsWithSpace(before, after, { timeout: LIMIT_MS })?.map(({ value, added, removed }): DiffPiece => ({
		text: value,
		is: added ? 'added' : removed ? 'removed' : 'same',
	}))
	if (!pieces?.some(({ is }) => is === 'same')) return null
	const count = (wanted: DiffPiece['is']) => pieces.reduce((sum, { text, is }) => sum + (is === wanted ? countWords(text) : 0), 0)
	return count('same') < Math.min(count('added'), count('removed')) ? null : pieces.map(shorten)
}

const withoutBold = (value: Json): Json => (typeof value === 'string' ? value.replaceAll('**', '') : value)

const describeMedia = (alt: string, kind: MediaAddress['kind']): string =>
	kind === 'picture' ? `[Picture: ${alt || 'no description'}]` : `[${kind === 'video' ? 'Video' : 'File'}: ${alt || 'no title'}]`

const describePictures = (value: Json): Json =>
	typeof value === 'string'
		? value.replaceAll(PICTURE, (_, alt: string, address: string) => describeMedia(alt, mediaKindOfAddress(address)))
		: value

/** Removes the asterisks around bold text and the URLs of pictures, unless only they differ. */
function withoutMarkup(before: Json, after: Json): [Json, Json] {
	const [plain, freshPlain] = [withoutBold(before), withoutBold(after)]
	if (plain === freshPlain) return [before, after]
	const [old, fresh] = [describePictures(plain), describePictures(freshPlain)]
	return [old, old === fresh ? `${String(fresh)} (another file)` : fresh]
}

/**
 * @param before undefined for a new field
 * @param after undefined for a removed field
 */
export function describeFieldChange(label: string, before: Json, after: Json): FieldChange {
	const [old, fresh] = withoutMarkup(before, after)
	return { label, before: formatValue(old), after: formatValue(fresh), pieces: diffSentences(old, fresh), ...swatchesOf(before, after) }
}
