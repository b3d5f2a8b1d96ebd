import { escapePattern } from '#domain/markup/escape-pattern.ts'
import { listFiles } from '#server/console/content/files.ts'
import { planDrafts } from '#server/console/content/plan-release.ts'
import { canBeForm } from '#server/console/content/read-editor.ts'
import { isObject, type Json } from '#server/console/content/read-form.ts'
import type { ServiceContext } from '#server/services/context.ts'

export type NameChange = { from: string; to: string }

/** Matches names as whole words, longest first, so “Art” doesn't match in “Article”. */
const wordsOf = (...names: readonly string[]) =>
	new RegExp(
		`(?<![\\p{L}\\p{N}])(?:${names
			.toSorted((one, other) => other.length - one.length)
			.map(escapePattern)
			.join('|')})(?![\\p{L}\\p{N}])`,
		'gu',
	)

/** Replaces all names in one pass: a new name may contain the old one or equal another old one. */
function rename(text: string, names: readonly NameChange[], write = (name: string) => name): string {
	if (names.length === 0) return text
	const news = new Map(names.map(({ from, to }) => [write(from), write(to)]))
	return text.replaceAll(wordsOf(...news.keys(), ...news.values()), (name) => news.get(name) ?? name)
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

export const renameInText = (file: string, text: string, names: readonly NameChange[]) =>
	file.endsWith('.json') ? rename(text, names, inJson) : rename(text, names)

/** @param keys of the file that contain names */
export function findRenamed(keys: readonly string[], before: Json, after: Json): NameChange[] {
	if (!isObject(before) || !isObject(after)) return []
	return keys.flatMap((key) => {
		const [from, to] = [before[key], after[key]]
		return typeof from === 'string' && typeof to === 'string' && from !== to && from !== '' ? [{ from, to }] : []
	})
}

/**
 * Finds the files, drafts included, that still contain the old names.
 * @param own text of the edited file, as it will be saved
 */
export async function findOldNames(
	ctx: ServiceContext,
	names: readonly NameChange[],
	own: { file: string; text: string },
): Promise<string[]> {
	if (names.length === 0) return []
	const { edits } = await planDrafts(ctx)
	const sources = { ...edits, [own.file]: own.text }
	return listFiles(sources).flatMap(({ path, origin }) => {
		const text = sources[path] ?? origin
		const renamed = renameInText(path, text, names)
		// Skip files that couldn't be parsed after the replacement.
		return renamed !== text && /\.(?:json|md)$/.test(path) && canBeForm(path, renamed) ? [path] : []
	})
}
