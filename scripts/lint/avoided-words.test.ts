import { expect, test } from 'vitest'

import { findAvoidedWords, findQuestion } from './avoided-words.ts'

/* oxlint-disable house/plain-words -- the words themselves */
test.each([
	{ text: 'Whoever asks is counted anew', found: ['anew', 'whoever'] },
	{ text: 'A button beside the text', found: ['beside'] },
	{ text: 'It goes\n on', found: ['goes on'] },
	{ text: 'Besides, a classroom and the letter-room stay', found: [] },
	{ text: 'The account `nobody` is code, and so is @param room', found: [] },
])('$text', ({ text, found }) => {
	expect(findAvoidedWords(text).map(({ message }) => /"(.+)"/.exec(message)?.[1])).toEqual(found)
})

test('a message names the word and its replacement', () => {
	expect(findAvoidedWords('We mend it')[0]?.message).toBe('Avoid "mend": write fix.')
})

test.each([
	['* What the page shows. ', 'What'],
	['*\n * Whether it is open. ', 'Whether'],
	['* Shows what the page shows. ', null],
	[' What an ordinary comment may begin with', null],
	['* Whatever it is. ', null],
])('%j starts like a question with %j', (comment, word) => {
	expect(findQuestion(comment)).toEqual(word === null ? null : expect.stringContaining(`"${word}"`))
})
