import { expect, test } from 'vitest'

import { isSampleText } from './sample-text.ts'

test.each([
	['Sample text: write the lesson here.\n', true],
	['\n## Sample heading\n\nSample text: write the article here.\n', true],
	['Sample text: write the lesson here.\n\nAnd more.', false],
	['## Prices\n\nSample text: write the article here.', false],
	['', false],
])('%j: %s', (text, expected) => expect(isSampleText(text)).toBe(expected))
