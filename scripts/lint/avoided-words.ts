import { readFileSync } from 'node:fs'
import path from 'node:path'

type AvoidedWord = { pattern: RegExp; word: string; instead: string }

const WORDS: AvoidedWord[] = readFileSync(path.join(import.meta.dirname, 'avoided-words.txt'), 'utf8')
	.split('\n')
	.filter((line) => line !== '' && !line.startsWith('#'))
	.map((line) => {
		const [word = '', instead = ''] = line.split(' | ')
		return { word, instead, pattern: new RegExp(String.raw`(?<![\w/.-])${word.replaceAll(' ', String.raw`\s+`)}(?![\w/-])`, 'gi') }
	})

export type FoundWord = { index: number; message: string }

/** Finds avoided words in a text, with a replacement for each. `Code` in backticks is exempt. */
export function findAvoidedWords(text: string): FoundWord[] {
	const prose = text.replaceAll(/`[^`\n]*`|@param \w+/g, (code) => ' '.repeat(code.length))
	return WORDS.flatMap(({ pattern, word, instead }) =>
		[...prose.matchAll(pattern)].map(({ index }) => ({ index, message: `Avoid "${word}": write ${instead}.` })),
	)
}

const QUESTION = /^\*\s*(?:\*\s*)?(What|When|Where|Who|Why|Which|How|Whether|Whoever|So long)\s/

/**
 * Reports a comment that begins like a question. "Where it …, it …" later in the text is fine.
 * @param comment without its slashes
 * @returns a message, or null
 */
export function findQuestion(comment: string): string | null {
	const [, word] = QUESTION.exec(comment) ?? []
	return word === undefined ? null : `A doc comment begins with a noun or a verb, not with "${word}".`
}
