import fc from 'fast-check'
import { Window } from 'happy-dom'
import { expect, test } from 'vitest'

import { renderMarkdown } from './render-markdown.server.ts'

const TAGS = 'h2 h3 h4 h5 h6 p a em strong code pre ul ol li blockquote div span table thead tbody tr th td br hr img del sup section input'
const ATTRIBUTES =
	'href rel class role tabindex aria-label aria-hidden aria-describedby id src alt title loading decoding align start dir data-footnotes data-footnote-ref data-footnote-backref'

const piece = fc.oneof(
	fc.constantFrom(
		'<script>',
		'</script>',
		'<img src=x onerror=alert(1)>',
		'<svg/onload=alert(1)>',
		'<style>',
		'<iframe src=//evil.example>',
		'<a href="javascript:alert(1)">',
		'[x](javascript:alert(1))',
		'[x](java\tscript:alert(1))',
		'[x](&#106;avascript:alert(1))',
		'<javascript:alert(1)>',
		'![x](data:image/svg+xml,<svg/onload=1>)',
		'[x]: vbscript:1',
		'[x]',
		'> [!note] ',
		'| a | b |\n| - | - |\n| 1 | 2 |',
		'- [ ] ',
		'# ',
		'`',
		'```\n',
		'\n',
		'\n\n',
		' ',
		'"',
		'>',
		'&lt;script&gt;',
	),
	fc.string({ maxLength: 12 }),
)

test('any input renders only allowed tags, attributes and URLs', () => {
	const { document } = new Window()
	const tags = new Set(TAGS.split(' '))
	const attributes = new Set(ATTRIBUTES.split(' '))
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
			document.body.innerHTML = renderMarkdown(pieces.join(''))
			for (const element of document.body.querySelectorAll('*')) {
				expect(tags).toContain(element.tagName.toLowerCase())
				for (const { name, value } of element.attributes) {
					expect(attributes).toContain(name)
					if (name === 'href' || name === 'src') expect(value).not.toMatch(/^\s*(?:javascript|data|vbscript):/i)
				}
			}
		}),
		{ numRuns: 300 },
	)
})
