import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import VerbNounRoute, { meta } from './verb-noun.route.tsx'

test('the page has one heading of the first level, and the browser tab names it', () => {
	const page = renderToStaticMarkup(<VerbNounRoute />)
	const headings = [...page.matchAll(/<h1[^>]*>(.*?)<\/h1>/g)].map(([, text]) => text)
	expect(headings).toEqual(['Verb Noun'])
	expect(JSON.stringify(meta())).toContain('Verb Noun')
})
