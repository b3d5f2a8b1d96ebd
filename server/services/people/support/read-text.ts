import { ServiceError } from '#server/kernel/errors.ts'

/** The longest answer, in letters. */
export const ANSWER_LENGTH = 10_000

const refuse = (message: string): never => {
	throw new ServiceError('unprocessable', 'text_refused', message)
}

/** A text as it is stored: one kind of line break, no control characters. @throws ServiceError text_refused (422) */
export function readText(typed: string, longest = ANSWER_LENGTH): string {
	const text = typed
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(/[^\P{Cc}\n\t]/gu, '')
		.trim()
	if (text === '') refuse('Please write something first.')
	if ([...text].length > longest) refuse(`This is longer than ${longest} letters. Please make it shorter.`)
	return text
}
