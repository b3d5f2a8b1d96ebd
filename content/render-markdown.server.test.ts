import { expect, test } from 'vitest'

import { renderChecklistText, renderMarkdown } from './render-markdown.server.ts'

test.each([
	{ what: 'a script tag', source: 'Hello <script>alert(1)</script> there' },
	{ what: 'a script block', source: '<script>\nalert(1)\n</script>\n\nText' },
	{ what: 'an event handler', source: '<img src="x" onerror="alert(1)"> text' },
	{ what: 'a javascript link', source: '[press](javascript:alert(1))' },
	{ what: 'a javascript link in disguise', source: '[press](JaVaScRiPt:alert(1))' },
	{ what: 'a javascript image', source: '![x](javascript:alert(1))' },
	{ what: 'a data link', source: '[press](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)' },
	{ what: 'an iframe', source: '<iframe src="https://example.com"></iframe>' },
	{ what: 'a style attribute', source: '<p style="position:fixed">over everything</p>' },
	{ what: 'markup behind a callout mark', source: '> [!note] <img src=x onerror=alert(1)>' },
])('$what is removed', ({ source }) => {
	expect(renderMarkdown(source)).not.toMatch(/<script|<iframe|<img[^>]*onerror|onerror=|javascript:|data:text|style=/i)
})

test('text next to removed markup stays', () => {
	expect(renderMarkdown('Hello <script>alert(1)</script> there')).toContain('Hello')
	expect(renderMarkdown('[press](javascript:alert(1))')).toBe('<p><a>press</a></p>')
})

test.each([
	{ source: '# One\n\n## Two', top: 2, html: '<h2>One</h2>\n<h3>Two</h3>' },
	{ source: '## One\n\n### Two', top: 2, html: '<h2>One</h2>\n<h3>Two</h3>' },
	{ source: '## One\n\n### Two', top: 3, html: '<h3>One</h3>\n<h4>Two</h4>' },
	{ source: '# One\n\n###### Six', top: 4, html: '<h4>One</h4>\n<h6>Six</h6>' },
] as const)('the shallowest heading of $source becomes h$top', ({ source, top, html }) => {
	expect(renderMarkdown(source, top)).toBe(html)
})

test('a table is in a scrollable, focusable and labeled box', () => {
	const html = renderMarkdown('| Skill | Price |\n| --- | --- |\n| Typing | $50 |')
	expect(html).toMatch(/^<div class="table-scroll" role="group" tabindex="0" aria-label="Table: Skill, Price"><table>/)
	expect(html).toContain('<td>$50</td>')
})

test.each([
	{ kind: 'note', title: 'Note' },
	{ kind: 'tip', title: 'Tip' },
	{ kind: 'example', title: 'Example' },
	{ kind: 'warning', title: 'Careful' },
])('a $kind callout is titled $title', ({ kind, title }) => {
	const html = renderMarkdown(`> [!${kind}]\n> Keep it **small**.`)
	expect(html).toContain(`<div class="callout callout-${kind}" role="note"><p class="callout-title">${title}</p>`)
	expect(html).toContain('<p>Keep it <strong>small</strong>.</p>')
	expect(html).not.toContain('[!')
})

test.each(['> Just a quotation', '> [!unknown] Text'])('%s stays a blockquote', (source) => {
	expect(renderMarkdown(source)).toMatch(/^<blockquote>/)
})

test('a static task list has no form controls', () => {
	const html = renderMarkdown('- [ ] Call two people')
	expect(html).not.toContain('<input')
	expect(html).toContain('<span class="task-box" aria-hidden="true"></span> Call two people')
})

test('an interactive checklist has a named checkbox inside each line’s label', () => {
	const { html, boxes } = renderChecklistText('- [ ] Ask **two** people\n- [x] Sleep\n- plain\n')
	expect(boxes).toHaveLength(2)
	expect(html).toContain(
		`<label class="check-line"><input type="checkbox" class="tick" data-box="${boxes[0]}"><span> Ask <strong>two</strong> people</span></label>`,
	)
	expect(html).not.toMatch(/disabled|checked|task-box/)
	expect(html).toContain('<li>plain</li>')
})

test('lines between blank lines and lines with nested lists are checkboxes too', () => {
	const { html, boxes } = renderChecklistText('- [ ] One\n\n- [ ] Two\n\n  - [ ] Two and a half\n')
	expect(boxes).toHaveLength(3)
	expect(
		html.match(/<label class="check-line"><input type="checkbox" class="tick" data-box="[a-z0-9-]+"><span> [^<]+<\/span><\/label>/g),
	).toHaveLength(3)
})

test('boxes that aren’t interactive stay printable', () => {
	expect(renderMarkdown('- [ ] One')).toContain('<span class="task-box" aria-hidden="true"></span>')
})
