import { RestRefusal } from './rest-refusal.ts'

const NUMBERS = ['smallint', 'int2', 'integer', 'int', 'int4', 'bigint', 'int8', 'numeric', 'decimal', 'real', 'float4', 'float8']
const TIMES = ['date', 'time', 'timetz', 'timestamp', 'timestamptz', 'interval']
const OTHERS = ['text', 'varchar', 'boolean', 'bool', 'uuid', 'json', 'jsonb']

/** Types that a selected column may be cast to, and lists of them; only built-in types. */
const CASTS: ReadonlySet<string> = new Set([...NUMBERS, ...TIMES, ...OTHERS].flatMap((name) => [name, `${name}[]`]))

/** @returns the type as SQL @throws RestRefusal 42704 (400) for a type that is not offered */
export function requireCast(type: string): string {
	if (!CASTS.has(type)) throw new RestRefusal(400, '42704', `type "${type}" does not exist`)
	return type
}
