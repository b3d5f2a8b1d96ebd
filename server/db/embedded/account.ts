import fs from 'node:fs'

export type UnixAccount = { uid: number; gid: number }

export const SERVER_ACCOUNTS = ['postgres', 'nobody']

/**
 * Returns the first existing account to run PostgreSQL, which refuses to run as root.
 * @returns null if this process doesn't run as root
 * @throws Error if it does and none of the accounts exists
 */
export function findServerAccount(names: readonly string[]): UnixAccount | null {
	if (process.platform === 'win32' || process.getuid?.() !== 0) return null
	const rows = fs
		.readFileSync('/etc/passwd', 'utf8')
		.split('\n')
		.map((line) => line.split(':'))
	for (const name of names) {
		const row = rows.find(([account]) => account === name)
		if (row) return { uid: Number(row[2]), gid: Number(row[3]) }
	}
	throw new Error(`PostgreSQL cannot run as root and none of these accounts exist: ${names.join(', ')}`)
}

export function changeFileOwner(account: UnixAccount | null, target: string): void {
	if (account) fs.chownSync(target, account.uid, account.gid)
}
