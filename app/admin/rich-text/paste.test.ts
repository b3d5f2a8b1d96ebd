import { expect, test } from 'vitest'

import { transformPastedHtml } from './paste.ts'

const PASTED = '<p>Text<img src="/media/a/b.webp"><img src="https://other.test/c.png"><img src="data:image/png;base64,AA"></p>'

test.each([
	['stay if they can be imported', true, ['/media/a/b.webp', 'https://other.test/c.png']],
	['are left out of emails', false, ['/media/a/b.webp']],
])('pasted pictures of other sites %s', (_, canImport, kept) => {
	const { images } = new DOMParser().parseFromString(transformPastedHtml(PASTED, canImport), 'text/html')
	expect([...images].map((picture) => picture.getAttribute('src'))).toEqual(kept)
})
