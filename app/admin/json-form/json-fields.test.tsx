import { act } from 'react'
import { expect, test, vi } from 'vitest'

import type { FormPart } from '#server/console/content/json-form.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { JsonFields } from './json-fields.tsx'

const common = (id: string, label: string) => ({ id, label, commands: [] })
const text = {
	is: 'text',
	mayBeEmpty: false,
	isRequired: true,
	rows: null,
	isNumber: false,
	isColor: false,
	type: 'text',
	currency: null,
} as const

const FORM: FormPart = {
	is: 'root',
	...common('f', 'File'),
	hidden: { name: 'd', value: '' },
	parts: [
		{
			...text,
			...common('f-price', 'Price'),
			name: 's/price',
			value: '47,00',
			hint: 'Such as 47.00',
			fault: 'is no amount',
			isNumber: true,
		},
		{ ...text, ...common('f-note', 'Note'), name: 's/note', value: '\nSecond line', rows: 2, mayBeEmpty: true },
		{ ...text, ...common('f-accent', 'Accent'), name: 's/accent', value: '#AA1122', isColor: true },
		{
			is: 'group',
			...common('f-list', 'List'),
			about: '1',
			isOpen: true,
			movable: null,
			hidden: { name: 'a/list', value: '' },
			commands: [{ value: 'add /list', label: 'Add to list', to: 'f-list-1' }],
			parts: [
				{
					is: 'choice',
					...common('f-list-0', '1'),
					name: 'b/list/0',
					value: 'false',
					options: [
						['true', 'yes'],
						['false', 'no'],
					],
				},
			],
		},
		{ is: 'absent', ...common('f-more', 'More'), hidden: { name: 'l/more', value: '' } },
	],
}

const show = (revision = 0) => (
	<form>
		<JsonFields form={FORM} revision={revision} />
	</form>
)

const sentBy = (page: HTMLElement) => Object.fromEntries(new FormData(page.querySelector('form') ?? undefined))

test('a form submits each value under its name; a color picker updates its text field and isn’t submitted', async () => {
	const { page, leave } = await renderElement(show())
	expect(sentBy(page)).toEqual({
		d: '',
		's/price': '47,00',
		's/note': '\nSecond line',
		's/accent': '#AA1122',
		'a/list': '',
		'b/list/0': 'false',
		'l/more': '',
	})
	const [typed, picker] = page.querySelectorAll<HTMLInputElement>('#f-accent, input[type="color"]')
	expect([picker?.getAttribute('aria-label'), picker?.value, picker?.hidden]).toEqual(['Choose a color: Accent', '#aa1122', false])
	if (picker) picker.value = '#001122'
	picker?.dispatchEvent(new Event('input'))
	expect(typed?.value).toBe('#001122')
	await leave()
})

test('errors and hints are linked to their field, and a button has a form action for browsers without script', async () => {
	const { page, leave } = await renderElement(show())
	const price = page.querySelector('#f-price')
	expect(price?.getAttribute('aria-invalid')).toBe('true')
	const about = (price?.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)
	expect(about).toEqual(['is no amount', 'Such as 47.00'])
	expect(page.querySelector('label[for="f-note"]')?.textContent).toBe('Note (optional)')
	const add = page.querySelector('button')
	expect([add?.name, add?.value, add?.getAttribute('formaction')]).toEqual(['do', 'add /list', '/admin/content/file#f-list-1'])
	await leave()
})

test('the sign of an amount follows the currency chosen next to it, before it is saved', async () => {
	const price = { ...text, ...common('f-price', 'Price'), name: 's/offers/0/price', value: '47.00', isNumber: true, currency: '$' }
	const options = ['USD', 'EUR'].map((code) => [code, code] as const)
	const choice = { is: 'choice', ...common('f-currency', 'Currency'), name: 's/offers/0/currency', value: 'USD', options } as const
	const select = { ...choice, options: [...options, ['GBP', 'GBP'], ['JPY', 'JPY']] as const }
	const form: FormPart = { is: 'root', ...common('f', 'File'), hidden: null, parts: [price, select] }
	const { page, run, leave } = await renderElement(<JsonFields form={form} />)
	const sign = () => page.querySelector('#f-price')?.previousElementSibling?.textContent
	expect(sign()).toBe('$')
	const field = page.querySelector<HTMLSelectElement>('#f-currency')!
	await run(() => {
		field.value = 'EUR'
		field.dispatchEvent(new Event('change', { bubbles: true }))
	})
	expect(sign()).toBe('€')
	await leave()
})

test('without such a choice, the sign of an amount is that of the saved entry', async () => {
	const form = (currency: string): FormPart => {
		const amount = { ...text, ...common('f-off', 'Amount'), name: 's/codes/0/amountCents', value: '5.00', isNumber: true, currency }
		return { is: 'root', ...common('f', 'File'), hidden: null, parts: [amount] }
	}
	const { page, show: change, leave } = await renderElement(<JsonFields form={form('$')} />)
	const sign = () => page.querySelector('#f-off')?.previousElementSibling?.textContent
	expect(sign()).toBe('$')
	await change(<JsonFields form={form('€')} />)
	expect(sign()).toBe('€')
	await leave()
})

test('empty required fields are marked, and once a changed field is wrong, all errors of the form are shown', async () => {
	const field = (name: string, value = '') => ({ ...text, ...common(`f-${name}`, name), name: `s/${name}`, value })
	const parts = [field('question', 'Why?'), field('option'), { ...field('note'), isRequired: false }, field('explanation')]
	const form: FormPart = { is: 'root', ...common('f', 'File'), hidden: null, parts }
	let faults: Record<string, string> = { 'f-explanation': 'Explanation is required.' }
	vi.stubGlobal('fetch', async () => Response.json({ faults }))
	const { page, run, leave } = await renderElement(
		<form>
			<JsonFields form={form} check={{ path: 'a' }} />
		</form>,
	)
	const marked = [...page.querySelectorAll('[data-required] label')].map((label) => label.textContent)
	expect(marked).toEqual(['option', 'explanation'])
	const leaveField = (id: string, value: string) =>
		run(() => {
			const input = page.querySelector<HTMLInputElement>(`#${id}`)!
			input.focus()
			input.value = value
			input.blur()
		})
	const errors = () => [...page.querySelectorAll('[aria-invalid="true"]')].map(({ id }) => id)
	await leaveField('f-question', 'How?')
	expect(errors()).toEqual([])
	faults = { ...faults, 'f-option': 'Option is too long.' }
	await leaveField('f-option', 'Long')
	await vi.waitFor(() => expect(errors()).toEqual(['f-option', 'f-explanation']))
	await leave()
})

test('after a server update, a form shows the new values and groups stay as open as they were', async () => {
	const { page, show: update, leave } = await renderElement(show())
	const group = page.querySelector('details')
	if (group) group.open = false
	const note = page.querySelector<HTMLTextAreaElement>('#f-note')
	if (note) note.value = 'Typed'
	await update(show(1))
	expect(sentBy(page)['s/note']).toBe('\nSecond line')
	expect(page.querySelector('details')?.open).toBe(false)
	await leave()
})

test('a field that applies only to one choice is hidden for others, and still submitted', async () => {
	const mode = {
		is: 'choice' as const,
		...common('f-mode', 'Mode'),
		name: 's/mode',
		value: 'none',
		options: [
			['none', 'None'],
			['one', 'One rate'],
		] as const,
	}
	const rate = { ...text, ...common('f-rate', 'Rate'), name: 's/rate', value: '19', onlyFor: { name: 's/mode', value: 'one' } }
	const form: FormPart = { is: 'root', ...common('f', 'File'), hidden: null, parts: [mode, rate] }
	const { page, leave } = await renderElement(
		<form>
			<JsonFields form={form} />
		</form>,
	)
	const isShown = () => page.querySelector('#f-rate')?.closest('[hidden]') === null
	expect([isShown(), sentBy(page)['s/rate']]).toEqual([false, '19'])
	await act(() => page.querySelector<HTMLInputElement>('input[value="one"]')?.click())
	expect(isShown()).toBe(true)
	await leave()
})

test.each([
	['radio button', []],
	['option', ['two', 'three']],
])('choosing another %s removes the error of a field that it does not need', async (_, further) => {
	const options = ['one', 'none', ...further].map((each) => [each, each] as const)
	const mode = { is: 'choice' as const, ...common('f-mode', 'Mode'), name: 's/mode', value: 'one', options }
	const taxId = { ...text, ...common('f-id', 'VAT ID'), name: 's/id', value: '', fault: 'VAT ID is required.' }
	const form: FormPart = { is: 'root', ...common('f', 'File'), hidden: null, parts: [mode, taxId] }
	const asked: string[] = []
	vi.stubGlobal('fetch', (_address: string, { body }: { body: URLSearchParams }) => {
		asked.push(String(body.get('s/mode')))
		return Promise.resolve(Response.json({ faults: {} }))
	})
	const { page, leave } = await renderElement(
		<form>
			<JsonFields form={form} check={{ part: 'seller' }} />
		</form>,
	)
	expect(page.textContent).toContain('VAT ID is required.')
	await act(() => {
		page.querySelector<HTMLInputElement>('input[value="none"]')?.click()
		const select = page.querySelector('select')
		if (select) select.value = 'none'
		select?.dispatchEvent(new Event('change', { bubbles: true }))
	})
	expect(asked).toEqual(['none'])
	expect(page.textContent).not.toContain('VAT ID is required.')
	await leave()
	vi.unstubAllGlobals()
})
