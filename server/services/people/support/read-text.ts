import { ServiceError } from '#server/kernel/errors.ts'

/** Maximum length of an answer, in characters. */
export const ANSWER_LENGTH = 10_000

/**
 * Normalizes line breaks and removes control characters.
 * @param field form field that shows the error message
 * @throws ServiceError text_refused (422)
 */
export function readText(typed: string, { longest = ANSWER_LENGTH, field }: { longest?: number; field: string }): string {
	const refuse = (message: string) => new ServiceError('unprocessable', 'text_refused', message, { fields: { [field]: message } })
	const text = typed
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(/[^\P{Cc}\n\t]/gu, '')
		.trim()
	if (text === '') throw refuse('Write something first.')
	if ([...text].length > longest) throw refuse(`This is longer than ${longest.toLocaleString('en-US')} characters. Please make it shorter.`)
	return text
}
