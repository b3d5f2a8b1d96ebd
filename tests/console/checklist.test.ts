import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { startWire } from '#tests/wire/test-client.ts'

import { openConsoleAs } from './open-console.ts'

test('the launch checklist runs only when started, and everyone sees the latest run', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	const before = await operator.get('/admin/checklist?run=1')
	expect([before.text.includes('Check now'), before.text.includes('Needs attention')]).toEqual([true, false])

	expect(await operator.post('/admin/checklist')).toMatchObject({ status: 303, to: '/admin/checklist' })
	const after = await operator.get('/admin/checklist')
	expect(after.text).toContain('Check again')
	expect(after.text).toMatch(/\d+ checks: [1-9]\d* to fix, [1-9]\d* to look at\./)
	const list = /<ul aria-label="Needs attention"[\s\S]*?<\/ul>/.exec(after.text)?.[0] ?? ''
	const forAll = list.replaceAll(/<details[\s\S]*?<\/details>/g, '').replaceAll(/<[^>]+>/g, ' ')
	expect(forAll).toContain('Ask the person who runs your server')
	expect(forAll).not.toMatch(/[A-Z]{3,}_[A-Z]|[{}]|content\/|docs\/|\.json|npm run/)
	expect(list).toMatch(/For the person who runs the server[\s\S]*npm run backup/)
	expect(after.text).toMatch(/OK or not in use: \d+/)
	expect(after.text).toMatch(/href="\/admin\/settings\/[a-z]+"/)
	expect(await wire.deps.db.selectFrom('operator_actions').select('action').execute()).toEqual([{ action: 'checklist_run' }])
})

test('a checklist run stored by a release with another format is ignored', async () => {
	const wire = await startWire()
	const operator = await openConsoleAs(wire, 'operator')
	await operator.post('/admin/checklist')
	const old = JSON.stringify({ backup: { state: 'mend', found: 'no backup', mend: 'Run npm run backup.' } })
	await sql`update operator_actions set after = ${old}::jsonb`.execute(wire.deps.db)
	const { status, text } = await operator.get('/admin/checklist')
	expect([status, text.includes('Check now'), text.includes('Needs attention')]).toEqual([200, true, false])
})
