import fs from 'node:fs'
import path from 'node:path'

import { CONTRACT_STEP, MIGRATIONS_DIR } from '#server/db/migrate.ts'

/** Last migration that is exempt, because it is older than this rule. */
const BEFORE_THE_RULE = '0352'

const NAME = String.raw`((?:"[^"]+"|\w+)(?:\.(?:"[^"]+"|\w+))?)`
const ALTERED = new RegExp(String.raw`^alter table (?:if exists )?(?:only )?${NAME} (.*)$`)

/** Steps that break the previous program, which still runs during an upgrade and after a rollback. */
const STEPS: readonly (readonly [RegExp, string])[] = [
	[
		/^drop (?:table|view|materialized view|schema|type|domain|function|procedure|sequence)\b/,
		'drops something the earlier program may use',
	],
	[/^alter (?!index\b|trigger\b|policy\b).* rename\b/, 'renames something the earlier program may use'],
	[/^alter (?:table|view|function|type|sequence) .* set schema\b/, 'moves something the earlier program may use'],
	[/^truncate\b/, 'deletes rows'],
]

const ADDED_COLUMN = /^add (?:column )?(?:if not exists )?(?!constraint\b|primary\b|unique\b|check\b|foreign\b|exclude\b)"?(\w+)/
const DROPPED_CONSTRAINT = /^drop constraint (?:if exists )?(\S+)/
const REPLACED_CHECK = /^add constraint (\S+) check\b/
const ADDED_CONSTRAINT = /^add (?:constraint \S+ )?(?:check|unique|foreign key|primary key|exclude)\b/

/** Breaking actions of `alter table`, on a table that existed before. */
const TABLE_STEPS: readonly (readonly [RegExp, string])[] = [
	[/^drop (?:column )?(?!constraint\b|column\b)(?:if exists )?\S+/, 'drops a column that the earlier program may use'],
	[/^alter (?:column )?\S+ (?:set data )?type\b/, 'changes the type of a column'],
	[/^alter (?:column )?\S+ set not null\b/, 'refuses null, which the earlier program may write'],
	[/^alter (?:column )?\S+ drop default\b/, 'removes a default, which the earlier program may need'],
	[
		/^add (?:column )?(?!constraint\b|primary\b|unique\b|check\b|foreign\b|exclude\b)(?!.* default\b)(?!.*\bgenerated\b).*\bnot null\b/,
		'adds a column that the earlier program leaves null',
	],
	[
		/^add (?:constraint \S+ )?(?:check|unique|foreign key|primary key|exclude)\b/,
		'adds a constraint, which rows of the earlier program may break',
	],
]

const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\//g

type Statement = { text: string; bodies: string[] }

/** Splits SQL into lower-case statements without comments. Quoted texts become `''`; `bodies` has dollar-quoted ones. */
function splitStatements(sql: string): Statement[] {
	const bodies: string[] = []
	const plain = sql.replace(QUOTED, (found) => {
		if (found.startsWith('--') || found.startsWith('/*')) return ' '
		if (found.startsWith('"')) return found
		if (found.startsWith("'")) return "''"
		bodies.push(found.replace(/^\$\w*\$|\$\w*\$$/g, ''))
		return `$${bodies.length - 1}$`
	})
	return plain.split(';').map((part) => ({
		text: part.replace(/\s+/g, ' ').trim().toLowerCase(),
		bodies: [...part.matchAll(/\$(\d+)\$/g)].map(([, index]) => bodies[Number(index)] ?? ''),
	}))
}

/** Splits the actions of `alter table` at commas outside parentheses. */
function splitActions(actions: string): string[] {
	let depth = 0
	const parts = ['']
	for (const character of actions) {
		depth += character === '(' ? 1 : character === ')' ? -1 : 0
		if (character === ',' && depth === 0) parts.push('')
		else parts[parts.length - 1] += character
	}
	return parts.map((part) => part.trim())
}

/** True if a constraint is about a column that the same migration adds. */
const isAboutNew = (action: string, table: string, created: ReadonlySet<string>) =>
	[...action.matchAll(/\w+/g)].some(([word]) => created.has(`${table}.${word}`))

const withoutSchema = (name: string) => name.replace(/^public\./, '')

/** @param created tables, and columns as `table.column`, that the migration has added so far */
function findSteps(sql: string, created: Set<string>): string[] {
	return splitStatements(sql).flatMap(({ text, bodies }) => {
		// Only the body of a `do` block runs during the migration; those of functions are only stored.
		if (/^do\b/.test(text)) return bodies.flatMap((body) => findSteps(body.replace(/\b(?:begin|then|loop|else)\b/gi, ';'), created))
		const made = new RegExp(`^create table (?:if not exists )?${NAME}`).exec(text)?.[1]
		if (made) created.add(withoutSchema(made))
		const indexed = new RegExp(`^create unique index .* on (?:only )?${NAME}`).exec(text)?.[1]
		if (indexed && !created.has(withoutSchema(indexed))) return ['adds a unique index, which rows of the earlier program may break']
		const found = STEPS.find(([pattern]) => pattern.test(text))
		if (found) return [found[1]]
		const [, table = '', actions = ''] = ALTERED.exec(text) ?? []
		if (table === '' || created.has(withoutSchema(table))) return []
		return splitActions(actions).flatMap((action) => {
			const column = ADDED_COLUMN.exec(action)?.[1]
			if (column) created.add(`${withoutSchema(table)}.${column}`)
			const dropped = DROPPED_CONSTRAINT.exec(action)?.[1]
			if (dropped) created.add(`${withoutSchema(table)}.${dropped}`)
			// A check may replace the old one. Its author is responsible for making it wider.
			if (created.has(`${withoutSchema(table)}.${REPLACED_CHECK.exec(action)?.[1]}`)) return []
			// The previous program leaves new columns null or at their default.
			if (ADDED_CONSTRAINT.test(action) && isAboutNew(action, withoutSchema(table), created)) return []
			const step = TABLE_STEPS.find(([pattern]) => pattern.test(action))
			return step ? [`${step[1]} (${table}: ${action})`] : []
		})
	})
}

/**
 * Finds what would break the program before a migration. A contract step may do anything, because its name says which earlier
 * programs no longer need what it removes.
 * @param names all migrations, to find the one that a contract step names
 */
export function findBreakingSteps(name: string, sql: string, names: readonly string[]): string[] {
	if (!/^\d{4}_contract_/.test(name)) return findSteps(sql, new Set()).map((step) => `${name} ${step}`)
	const since = CONTRACT_STEP.exec(name)?.[1] ?? ''
	const isKnown = since < name.slice(0, 4) && names.some((other) => other.startsWith(`${since}_`))
	return isKnown ? [] : [`${name} must name an earlier migration, as in 0361_contract_0355_old_names.sql`]
}

const HOW =
	'An upgrade runs both programs on the new schema: add first, move to it in this release, and remove in a later one, in a contract step (server/db/README.md)'

export function findMigrationStepProblems(): string[] {
	const names = fs.readdirSync(MIGRATIONS_DIR).filter((name) => name.endsWith('.sql'))
	return names
		.filter((name) => name.slice(0, 4) > BEFORE_THE_RULE)
		.flatMap((name) => findBreakingSteps(name, fs.readFileSync(path.join(MIGRATIONS_DIR, name), 'utf8'), names))
		.map((problem) => `${problem}. ${HOW}`)
}
