import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

import { BARE_ENVIRONMENT } from '#tests/setup/server-process.ts'

import { root } from './run-command.ts'

const run = (env: Record<string, string>) =>
	spawnSync(process.execPath, [path.join(root, 'scripts/config.ts')], {
		encoding: 'utf8',
		env: { ...BARE_ENVIRONMENT, ...env },
	})

test('npm run config prints every value with its source, masks secrets, and opens no database', () => {
	const { status, stdout, stderr } = run({
		PORT: '4000',
		DATABASE_URL: 'postgresql://shop:hunter2@192.0.2.1/shop',
		SUPABASE_SECRET_KEY: `sb_secret_${'x'.repeat(32)}`,
		GOTRUE_UNKNOWN: 'yes',
	})
	expect([status, stderr]).toEqual([0, ''])
	expect(stdout).toMatch(/^PORT\s+environment\s+4000$/m)
	expect(stdout).toMatch(/^GOTRUE_JWT_EXP\s+default\s+3600$/m)
	expect(stdout).toMatch(/^GOTRUE_SMTP_HOST\s+not set$/m)
	expect(stdout).toContain('Set, but not used here: GOTRUE_UNKNOWN')
	expect(stdout).not.toMatch(/hunter2|xxxx/)
})

test('npm run config reports in one line per variable why the service would not start', () => {
	const { status, stderr } = run({ PORT: 'many', LOG_LEVEL: 'loud' })
	expect(status).toBe(1)
	expect(stderr).toMatch(/^PORT: /m)
	expect(stderr).toMatch(/^LOG_LEVEL: /m)
})
