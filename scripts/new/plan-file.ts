/** What `npm run new` writes: pure, so that its tests need no disk. */

export const KINDS = ['table', 'decision'] as const
export type Kind = (typeof KINDS)[number]

export type Plan = {
	file: { path: string; text: string }
	/** What to do next. */
	next: string[]
}

type Request = {
	/** In kebab-case: a table `section-notes`, a decision `prefer-x-over-y`. */
	name: string
	/** Reads a file of scripts/templates. */
	readTemplate: (file: string) => string
	/** File names in docs/decisions and server/db/migrations, for the next number. */
	decisions: readonly string[]
	migrations: readonly string[]
	today: Date
}

/** Refused input: the message says what to type instead. */
export class NewUsageError extends Error {}

const KEBAB = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

const isKind = (word: string): word is Kind => (KINDS as readonly string[]).includes(word)

/** @throws NewUsageError when the word is not a kind */
export function parseKind(word: string | undefined): Kind {
	if (word && isKind(word)) return word
	throw new NewUsageError(`usage: npm run new -- <${KINDS.join('|')}> <name>, for example: npm run new -- table section-notes`)
}

const title = (kebab: string) => kebab.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())

const nextNumber = (files: readonly string[]) =>
	String(Math.max(0, ...files.map((file) => Number.parseInt(file, 10)).filter(Number.isFinite)) + 1).padStart(4, '0')

/** A table of a learner's own rows, with the list of where a feature that keeps one registers. */
function planTable({ name, readTemplate, migrations }: Request): Plan {
	const table = name.replaceAll('-', '_')
	return {
		file: {
			path: `server/db/migrations/${nextNumber(migrations)}_${table}.sql`,
			text: readTemplate('table.sql').replaceAll('TABLE', table),
		},
		next: [
			'npm run row-types',
			'server/wings/<name>/index.ts, as server/wings/notes: routes, the contract of each body, the privacy registry; its line in server/process/wings.ts',
			'tests/wings/<name>/sample.ts: a row of its owner, a whole and a full account, its words of the privacy policy',
			`docs/data-protection.md: the class of ${table}, and what its input may be`,
			'domain/storage/account-shares.ts: its room',
			'content/legal/privacy-policy.md; where a browser keeps it too: app/lib/storage-keys.ts, content/legal/cookie-policy.md',
		],
	}
}

function planDecision({ name, readTemplate, decisions, today }: Request): Plan {
	const number = nextNumber(decisions)
	const text = readTemplate('decision.md')
		.replace('NUMBER', number)
		.replace('TITLE', title(name))
		.replace('DATE', today.toISOString().slice(0, 10))
	return { file: { path: `docs/decisions/${number}-${name}.md`, text }, next: ['add its line to docs/decisions/README.md'] }
}

/**
 * The file for one request, and what follows.
 * @throws NewUsageError for a name that is not in kebab-case
 */
export function planFile(kind: Kind, request: Request): Plan {
	const example = kind === 'table' ? 'section-notes' : 'prefer-x-over-y'
	if (!KEBAB.test(request.name)) throw new NewUsageError(`"${request.name}" is no name: write it in kebab-case, for example ${example}`)
	return kind === 'table' ? planTable(request) : planDecision(request)
}
