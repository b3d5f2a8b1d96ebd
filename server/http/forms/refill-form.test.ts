import { expect, test } from 'vitest'

import { refillForm, type Refill } from './refill-form.ts'

const PAGE = `<main><form action="/other" method="post"><input name="email"/></form><form class="grid" action="/contact" method="post"><label for="a">Name</label><input required="" id="a" class="control " name="name" value=""/><input type="email" name="email"/><select name="position"><option value="" selected="">General</option><option value="dev">Dev</option></select><textarea name="message" aria-describedby="m-hint" id="m" rows="8"></textarea><input type="password" name="password"/><input type="file" name="cv"/><input type="hidden" name="moduleId" value="2"/><input type="radio" name="helpful" value="yes"/><input type="radio" name="helpful" value="no" checked=""/></form></main>`

const refill = (part: Partial<Refill>) =>
	refillForm(PAGE, { action: '/contact', values: {}, problems: {}, title: 'Not sent', text: 'Look again.', ...part }) ?? ''

test.each([
	{
		what: 'text, with what would end the attribute',
		values: { name: `A "q" <b> & 'x'` },
		has: 'value="A &quot;q&quot; &lt;b&gt; &amp; &#x27;x&#x27;"',
	},
	{ what: 'a dollar sign as it is', values: { name: '$& $1' }, has: 'value="$&amp; $1"' },
	{
		what: 'lines of text',
		values: { message: '\n one\n</textarea><script>' },
		has: '>\n\n one\n&lt;/textarea&gt;&lt;script&gt;</textarea>',
	},
	{ what: 'the chosen option', values: { position: 'dev' }, has: '<option value="">General</option><option value="dev" selected="">' },
	{ what: 'the chosen radio', values: { helpful: 'yes' }, has: 'value="yes" checked=""/><input type="radio" name="helpful" value="no"/>' },
	{ what: 'right to left and emoji', values: { name: 'שרה 🧭' }, has: 'value="שרה 🧭"' },
])('the form keeps $what', ({ values, has }) => {
	expect(refill({ values })).toContain(has)
})

test('a password, a file and a hidden field are left as the page has them', () => {
	const html = refill({ values: { password: 'secret', cv: 'x.pdf', moduleId: '9' } })
	expect(html).not.toMatch(/secret|x\.pdf|value="9"/)
})

test('what is wrong stands above the form and at its field, which gets the focus', () => {
	const html = refill({ values: { message: 'x' }, problems: { message: 'Too <long>' } })
	expect(html).toContain('<form class="grid" action="/contact" method="post"><div class="callout" data-tone="danger" role="alert">')
	expect(html).toMatch(
		/<textarea name="message" id="m" rows="8" aria-invalid="true" aria-describedby="message-problem m-hint" autofocus="">\nx<\/textarea><p id="message-problem"[^>]*>Too &lt;long&gt;<\/p>/,
	)
	expect(html.match(/autofocus/g)).toHaveLength(1)
})

test('other forms of the page stay, and a page without the form gives null', () => {
	expect(refill({ values: { email: 'a@b.co' } })).toContain('<form action="/other" method="post"><input name="email"/></form>')
	expect(refillForm(PAGE, { action: '/none', values: {}, problems: {}, title: 't', text: 't' })).toBeNull()
})
