import { expect, test } from 'vitest'

import { countWords, readingMinutes, WORDS_PER_MINUTE } from './reading-time.ts'

test.each([
	{ what: 'nothing', text: '', words: 0 },
	{ what: 'plain words', text: 'One skill, one person, one price.', words: 6 },
	{ what: 'a heading and emphasis', text: '## Two **bold** words', words: 3 },
	{ what: 'a link by its words, not its address', text: 'Read [the first article](/articles/price-your-first-offer) now', words: 5 },
	{ what: 'prices, percentages and contractions as one word each', text: "$47 isn't 4.9% of €1,000", words: 5 },
	{ what: 'a table without its ruler', text: '| Tool | Price |\n|------|:-----:|\n| Canva | free |', words: 4 },
	{ what: 'a link and the word that touches it as two', text: '[One](/one)two', words: 2 },
	{ what: 'a callout without its mark', text: '> [!warning]\n> Do not borrow.', words: 3 },
	{ what: 'no code', text: 'Before\n\n```\nconst a = 1\n```\n\nafter', words: 2 },
	{ what: 'a callout without its mark, with other spaces', text: '  >[!tip]\n  > Save.', words: 1 },
	{ what: 'text in brackets inside a line', text: 'more > [!note] less', words: 3 },
	{ what: 'no code right below a line', text: 'Before\n```\nlet a\n```\nafter', words: 2 },
	{ what: 'no indented code', text: 'Before\n  ```\n  let a\n  ```\nafter', words: 2 },
	{ what: 'no code between tildes', text: 'Before\n\n~~~\nlet a\n~~~\nafter', words: 2 },
	{ what: 'code as begun at the start of a line only', text: 'Type ``` here\n```\nlet a\n```\nend', words: 3 },
	{ what: 'code as ended at the start of a line only', text: 'Before\n```\na ``` b\n```\nafter', words: 2 },
	{ what: 'a list', text: '- one\n- two\n1. three', words: 4 },
	{ what: 'other alphabets', text: 'Łukasz и Иван', words: 3 },
])('counts $what', ({ text, words }) => {
	expect(countWords(text)).toBe(words)
})

test.each([
	{ words: 0, minutes: 1 },
	{ words: WORDS_PER_MINUTE, minutes: 1 },
	{ words: WORDS_PER_MINUTE * 1.5 - 1, minutes: 1 },
	{ words: WORDS_PER_MINUTE * 1.5, minutes: 2 },
	{ words: WORDS_PER_MINUTE * 5, minutes: 5 },
])('$words words take $minutes min', ({ words, minutes }) => {
	expect(readingMinutes(words)).toBe(minutes)
})
