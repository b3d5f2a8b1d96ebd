import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { listInstallCommands, writeSocketUnit, writeUnit } from './install-service.ts'
import { root } from './run-command.ts'

const readUnit = (folder: string) =>
	new Map(
		writeUnit({ folder, node: `${folder}/node_modules/node` })
			.split('\n')
			.flatMap((line) => {
				const [, name, value] = /^(\w+)=(.*)$/.exec(line) ?? []
				return name === undefined || value === undefined ? [] : [[name, value] as const]
			}),
	)

test('the unit can write only to its own folders, has no privileges, and restarts after a crash', () => {
	const unit = readUnit('/srv/launchway')
	expect(Object.fromEntries(unit)).toMatchObject({
		User: 'launchway',
		CapabilityBoundingSet: '',
		NoNewPrivileges: 'yes',
		ProtectSystem: 'strict',
		ProtectHome: 'yes',
		StateDirectory: 'launchway',
		Restart: 'on-failure',
		ExecStart: '"/srv/launchway/node_modules/node" scripts/supervisor/serve.mjs',
		ExecReload: '/bin/kill -USR2 $MAINPID',
	})
	expect(unit.get('Environment')).toContain('DATA_DIR=/var/lib/launchway')
	// Node.js generates machine code at run time.
	expect(unit.has('MemoryDenyWriteExecute')).toBe(false)
})

test('systemd keeps the port open across restarts, but a stopped service closes it', () => {
	expect(writeSocketUnit('127.0.0.1', '3000')).toContain('\nListenStream=127.0.0.1:3000\n')
	expect(writeSocketUnit('::', '80')).toContain('\nListenStream=[::]:80\n')
	const unit = readUnit('/srv/launchway')
	expect(unit.get('PropagatesStopTo')).toBe('launchway.socket')
	// With Requires=, stopping the socket would also stop the service, which then wouldn't restart after a crash.
	expect(unit.has('Requires')).toBe(false)
	expect(unit.get('Wants')).toContain('launchway.socket')
})

test('a folder below home is readable, and its name is escaped', () => {
	const unit = readUnit('/home/ada/100% academy')
	expect(unit.get('ProtectHome')).toBe('read-only')
	expect(unit.get('ExecStart')).toMatch(/^"\/home\/ada\/100%% academy\//)
	expect(unit.get('WorkingDirectory')).toBe('/home/ada/100%% academy')
})

test('a separate folder for backups is writable', () => {
	const place = { folder: '/srv/launchway', node: '/usr/bin/node', backups: '/mnt/backup disk' }
	expect(writeUnit(place)).toContain('\nReadWritePaths="/mnt/backup disk"\n')
	expect(listInstallCommands({ ...place, hasEnv: false })[1]).toContain('/mnt/backup disk')
	expect(writeUnit({ ...place, backups: undefined })).not.toContain('ReadWritePaths')
})

test('the account is created first, only it can read the settings, and a running service gets the new unit', () => {
	const steps = listInstallCommands({ folder: '/srv/launchway', hasEnv: true }).map((step) => step.join(' '))
	expect(steps[0]).toMatch(/^systemd-sysusers .*launchway/)
	expect(steps).toContain('chmod 0640 /srv/launchway/.env')
	expect(steps.slice(-2)).toEqual(['systemctl stop launchway.service', 'systemctl start launchway.service'])
	expect(listInstallCommands({ folder: '/srv/launchway', hasEnv: false }).flat()).not.toContain('chmod')
})

test.skipIf(!existsSync(path.join(root, 'build', 'server')))('a dry run shows the unit and changes nothing', () => {
	const shown = execFileSync(process.execPath, ['scripts/install-service.ts', '--dry-run'], { cwd: root, encoding: 'utf8' })
	expect(shown).toContain('[Service]')
	expect(shown).toContain('[Socket]\nListenStream=127.0.0.1:3000\n')
	expect(shown).toContain('systemctl start launchway.service')
})

/** Paths that a sample proxy configuration forwards or blocks by name must exist on the server. */
test.each(['ops/caddy/Caddyfile', 'ops/nginx/launchway.conf', 'ops/compose.yaml', 'ops/kubernetes.yaml', 'Dockerfile'])(
	'%s uses the server’s port and probes',
	(file) => {
		const text = readFileSync(path.join(root, file), 'utf8')
		expect(text).toMatch(/\b3000\b/)
		for (const [probe] of text.matchAll(/\/(?:livez|readyz|healthz|health)\b/g)) expect(['/livez', '/readyz']).toContain(probe)
	},
)

test('nginx can create the folder of its cache: Debian’s has no folder below /var/cache, and nginx doesn’t create two', () => {
	const sample = readFileSync(path.join(root, 'ops/nginx/launchway.conf'), 'utf8')
	expect(path.dirname(/proxy_cache_path (\S+)/.exec(sample)?.[1] ?? '')).toBe('/var/cache')
})
