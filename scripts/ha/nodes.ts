import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

import { root } from '#scripts/ensure.mjs'
import { type Account, changeFileOwner } from '#server/db/embedded/account.ts'

const TEMPLATES = path.join(root, 'ops', 'ha')
const PASSWORDS = ['ACADEMY_PASSWORD', 'SUPERUSER_PASSWORD', 'REPLICATION_PASSWORD', 'PATRONI_PASSWORD']

/** Machine of the cluster: here, a loopback address and a folder. */
export type ClusterNode = { name: string; address: string; dir: string; values: Record<string, string> }

/** Reads the cluster's passwords; creates them on the first run. */
function keepPasswords(dir: string): Record<string, string> {
	const file = path.join(dir, 'passwords.json')
	if (!fs.existsSync(file)) {
		const made = PASSWORDS.map((name) => [name, randomBytes(24).toString('hex')])
		fs.writeFileSync(file, JSON.stringify(Object.fromEntries(made)), { mode: 0o600 })
	}
	return JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, string>
}

/** @throws Error if the template names a value that isn't given */
export const fillTemplate = (template: string, values: Record<string, string>): string =>
	fs.readFileSync(path.join(TEMPLATES, template), 'utf8').replace(/\$\{(\w+)\}/g, (_, name: string) => {
		const value = values[name]
		if (value === undefined) throw new Error(`ops/ha/${template}: unknown value ${name}`)
		return value
	})

/**
 * Writes the configuration of the three machines.
 * @param account owner of the files; null for this one
 */
export function makeNodes(dir: string, { bin, account }: { bin: string; account: Account | null }): ClusterNode[] {
	fs.mkdirSync(dir, { recursive: true })
	const addresses = [11, 12, 13].map((end) => `127.0.0.${end}`)
	const shared = {
		...Object.fromEntries(addresses.map((address, index) => [`ADDRESS_${index + 1}`, address])),
		...keepPasswords(dir),
		NETWORK: '127.0.0.0/24',
		POSTGRESQL_BIN: bin,
		SITE_URL: `http://${addresses[0]}:8080`,
	}
	return addresses.map((address, index) => {
		const name = `node${index + 1}`
		const own = path.join(dir, name)
		fs.mkdirSync(own, { recursive: true, mode: 0o700 })
		changeFileOwner(account, own)
		const parts = index < 2 ? 'web' : 'jobs'
		const values = { ...shared, NODE: String(index + 1), ADDRESS: address, DIR: own, SERVER_PARTS: parts }
		for (const template of fs.readdirSync(TEMPLATES)) {
			if (template === 'README.md') continue
			const file = path.join(own, template)
			fs.writeFileSync(file, fillTemplate(template, values), { mode: 0o600 })
			changeFileOwner(account, file)
		}
		return { name, address, dir: own, values }
	})
}
