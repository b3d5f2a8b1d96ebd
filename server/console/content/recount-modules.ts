import { numberInWords } from '#domain/reading/number-in-words.ts'

/** Texts that state the number of modules without a placeholder (content/check/course-files.ts). */
export const COUNTING = ['site.json', 'link-pictures.json']

/** Replaces the number in phrases such as “six modules”. */
export function recountModules(text: string, before: number, after: number): string {
	const counted = new RegExp(`\\b(${numberInWords(before)}|${before})(?=(?: course)? modules\\b)`, 'gi')
	const word = numberInWords(after)
	return text.replaceAll(counted, (found) => {
		if (/\d/.test(found)) return String(after)
		return /^[A-Z]/.test(found) ? word.charAt(0).toUpperCase() + word.slice(1) : word
	})
}
