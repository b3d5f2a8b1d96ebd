import { expect, test } from 'vitest'

import { buyAsLearner } from '#tests/factories/refund.ts'
import { SELLER } from '#tests/factories/seller.ts'
import { makeTestDeps } from '#tests/setup/test-deps.ts'

import { writeYear } from './year-file.ts'

test('a year’s totals keep test and real invoices, currencies, tax countries and rates apart, and subtract credit notes', async () => {
	const { deps } = await makeTestDeps({ invoicing: SELLER })
	await buyAsLearner(deps)
	const { id: corrects, ...row } = await deps.db.selectFrom('invoices').selectAll().executeTakeFirstOrThrow()
	const parties = { seller: JSON.stringify(row.seller), buyer: JSON.stringify(row.buyer) }
	const amounts = (net: number, tax: number) => ({ net_cents: net, tax_cents: tax, gross_cents: net + tax })
	const changes = [
		{ livemode: true, ...amounts(100, 19) },
		{ livemode: true, ...amounts(200, 38) },
		{ livemode: true, kind: 'credit_note', corrects, ...amounts(50, 9) },
		{ livemode: true, currency: 'eur', ...amounts(300, 57) },
		{ livemode: true, currency: 'eur', tax_rate: 700, ...amounts(400, 28) },
		{ livemode: true, currency: 'eur', tax_country: 'FR', ...amounts(500, 95) },
		{ livemode: true, currency: 'eur', tax_kind: 'reverse_charge', tax_rate: 0, ...amounts(600, 0) },
		{ livemode: true, year: row.year - 1, ...amounts(7000, 1330) },
	] as const
	for (const [index, change] of changes.entries())
		await deps.db
			.insertInto('invoices')
			.values({ ...row, ...parties, ...change, number: `R-${index}`, series: 'R', sequence: index + 1 })
			.execute()
	let text = ''
	for await (const chunk of writeYear(deps.db, row.year)) text += chunk
	expect(text.split('\r\n').filter((line) => line.startsWith('sum,'))).toEqual([
		'sum,all,,,,,,,,live,USD,DE,19%,2.50,0.48,2.98',
		'sum,all,,,,,,,,live,EUR,DE,19%,3.00,0.57,3.57',
		'sum,all,,,,,,,,live,EUR,DE,7%,4.00,0.28,4.28',
		'sum,all,,,,,,,,live,EUR,FR,19%,5.00,0.95,5.95',
		'sum,all,,,,,,,,live,EUR,DE,reverse charge,6.00,0.00,6.00',
		'sum,all,,,,,,,,test,USD,DE,19%,39.50,7.50,47.00',
	])
})
