import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { MissingForInvoices } from './missing-for-invoices.tsx'

const FIELDS = {
	'f-name': 'Name of the seller',
	'f-address-line1': 'Street and number',
	'f-address-postcode': 'Postal code',
	'f-address-city': 'City',
	'f-address-country': 'Country',
	'f-vatId': 'VAT ID (optional)',
	'f-taxNumber': 'Tax number',
	'f-tax-reason': 'Reason for no VAT',
	'f-tax-ratePercent': 'Rate (%)',
}

test('names the empty fields by their labels, and follows what is typed and which tax is chosen', async () => {
	const { page, run } = await renderElement(
		<form>
			<select id="mode" name="s/tax/mode" aria-label="Mode">
				<option>none</option>
				<option>included</option>
				<option>stripe</option>
			</select>
			{Object.entries(FIELDS).map(([id, label]) => (
				<div key={id}>
					<label htmlFor={id}>{label}</label>
					<input id={id} defaultValue={id === 'f-tax-ratePercent' ? '0' : ''} />
				</div>
			))}
			<MissingForInvoices />
		</form>,
	)
	const shown = () => page.querySelector('[role="status"]')?.textContent
	async function type(id: string, value: string): Promise<void> {
		const field = document.getElementById(id) as HTMLInputElement | HTMLSelectElement
		field.value = value
		await run(() => field.dispatchEvent(new Event('input', { bubbles: true })))
	}
	expect(shown()).toBe(
		'Missing for invoices: Name of the seller, Street and number, Postal code, City, Country, VAT ID or Tax number, Reason for no VAT.',
	)
	for (const id of ['f-name', 'f-address-line1', 'f-address-postcode', 'f-address-city', 'f-address-country', 'f-taxNumber'])
		await type(id, 'X')
	expect(shown()).toBe('Missing for invoices: Reason for no VAT.')
	await type('mode', 'included')
	expect(shown()).toBe('Missing for invoices: Rate (%).')
	await type('f-tax-ratePercent', '19')
	expect(shown()).toBe('')
})
