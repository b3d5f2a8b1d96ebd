import { expect, test } from 'vitest'

import { forgetInImports } from '#server/services/people/privacy/registry/forget-texts.ts'
import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'
import { hiddenIn } from './read-form.ts'
import { rowsOf } from './read-table.ts'
import { uploadList as read } from './upload-list.ts'

const EXPORT = `Contact,When they agreed,Where,Text they saw
ana@example.test,31/05/2026,Fair in Austin,Yes please
bo@example.test,01/05/2026,Fair in Austin,Yes please
not an address,01/05/2026,"Fair, in Austin",Yes please
`

async function openExport() {
	const wire = await startWire()
	wire.clock.advance(Math.max(0, Date.parse('2026-06-10') - wire.clock.now().getTime()))
	const operator = await openConsoleAs(wire, 'operator')
	const { to } = await read(wire, operator, EXPORT)
	const columns = { 'column-0': 'email', 'column-1': 'askedAt', 'column-2': 'place', 'column-3': 'words', dates: 'day-first', head: 'on' }
	return { wire, operator, to, columns }
}

test('columns are guessed, shown with sample values, chosen, and remembered for the next file', async () => {
	const { wire, operator, to, columns } = await openExport()
	const { text } = await operator.get(to)
	expect([text.includes('ana@example.test · bo@example.test'), text.includes('>When they agreed<')]).toEqual([true, true])
	expect(rowsOf(text, 'Results')).toEqual([
		['has to confirm by email', '2'],
		['skipped: not a valid email address', '1'],
	])
	expect((await operator.post(`${to}/columns`, columns)).to).toBe(`${to}?notice=import-columns`)
	expect(rowsOf((await operator.get(to)).text, 'Results')).toEqual([
		['can be subscribed', '2'],
		['skipped: not a valid email address', '1'],
	])
	const row = await wire.deps.db.selectFrom('subscriber_import_rows').selectAll().where('line', '=', 3).executeTakeFirstOrThrow()
	expect(row).toMatchObject({ asked_at: new Date('2026-05-01'), consent_source: 'Fair in Austin', consent_text: 'Yes please' })
	const { to: next } = await read(wire, operator, EXPORT.replace('ana@', 'cy@'))
	expect(rowsOf((await operator.get(next)).text, 'Results')[0]?.[1]).toBe('2')
	expect(rowsOf((await operator.get(next)).text, 'Results')[0]?.[0]).toContain('can be subscribed')
})

test.each([
	[{ 'column-0': '' }, 'Choose the column with the email addresses.'],
	[{ 'column-1': 'email' }, 'Another column is already set to “Email”.'],
])('invalid columns are refused at their field, and nothing changes: %j', async (wrong, message) => {
	const { wire, operator, to, columns } = await openExport()
	const before = await wire.deps.db.selectFrom('subscriber_import_rows').selectAll().orderBy('line').execute()
	const path = `${to}/columns`
	const refused = await operator.post(path, { ...hiddenIn((await operator.get(to)).text, path), ...columns, ...wrong })
	expect([refused.status, refused.text.includes(message)]).toEqual([422, true])
	expect(await wire.deps.db.selectFrom('subscriber_import_rows').selectAll().orderBy('line').execute()).toEqual(before)
})

test('skipped rows are explained and can be downloaded with all columns', async () => {
	const { operator, to } = await openExport()
	const page = (await operator.get(to)).text
	expect([page.includes('“not an address” is not a valid email address'), page.includes('Download 1 skipped row to fix (CSV)')]).toEqual([
		true,
		true,
	])
	const { text } = await operator.get(`${to}/skipped.csv`)
	expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
		'Contact,When they agreed,Where,Text they saw,line,why it was skipped',
		'not an address,01/05/2026,"Fair, in Austin",Yes please,4,skipped: “not an address” is not a valid email address',
		'',
	])
})

test('a file can’t be read again after an import or an erasure of someone in it', async () => {
	const { wire, operator, to, columns } = await openExport()
	const erase = async (email: string) =>
		wire.deps.db.transaction().execute((tx) => forgetInImports(tx, { userId: null, emails: [email], phones: [] }))
	await erase('dee@example.test')
	expect((await operator.post(`${to}/columns`, columns)).status).toBe(303)
	await erase('ana@example.test')
	expect((await operator.post(`${to}/columns`, columns)).status).toBe(409)
	expect((await operator.get(`${to}/skipped.csv`)).status).toBe(404)
	expect((await operator.get(to)).text).not.toContain('Check again')
	const { to: other } = await read(wire, operator, EXPORT)
	await operator.post(`${other}/apply`, { signs: 'no', reason: 'An old list', code: operator.code() })
	expect((await operator.post(`${other}/columns`, columns)).status).toBe(409)
})
