import { useEffect, useRef, useState } from 'react'

import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Button } from '#app/ui/button.tsx'
import { Options } from '#app/ui/field.tsx'
import { type AudienceRow, MAX_CONDITIONS, negateClause, phraseAudience } from '#domain/newsletter/audience-rows.ts'
import type { AudienceGroup } from '#server/console/newsletter/audience-form.ts'
import type { AudienceReach } from '#server/services/people/newsletter-issues/issue-counts.ts'

import { formatAudience } from './newsletter-parts.tsx'

export type Chosen = { match: 'all' | 'any'; rows: readonly AudienceRow[] }

/** Describes the chosen conditions, as in “every subscriber who has a certificate”. */
export function phraseChosen(groups: readonly AudienceGroup[], { match, rows }: Chosen): string {
	const options = groups.flatMap((group) => group.options)
	const clauses = rows.flatMap(({ value, isNot }) => {
		const clause = options.find((each) => each.value === value)?.clause
		return clause === undefined ? [] : [isNot ? negateClause(clause) : clause]
	})
	return phraseAudience(match, clauses)
}

const MATCHES = [
	['all', 'match all of these conditions'],
	['any', 'match any of these conditions'],
] as const
const ARE = [
	['', 'Anyone who'],
	['not', 'Except anyone who'],
] as const
/** Empty rows for browsers without JavaScript, which can’t add any. */
const SPARE = 3
const NEW: AudienceRow = { value: '', isNot: false }

type RowProps = {
	groups: readonly AudienceGroup[]
	index: number
	row: AudienceRow
	error: string | undefined
	onChange: (row: AudienceRow) => void
	onRemove?: (() => void) | undefined
}

function Row({ groups, index, row, error, onChange, onRemove }: RowProps) {
	const number = index + 1
	return (
		<li className="grid gap-1">
			<div className="grid grid-cols-[auto_1fr] items-center gap-2 sm:grid-cols-[auto_minmax(0,1fr)_auto]">
				<select
					name={`not-${index}`}
					aria-label={`Condition ${number}: include or exclude`}
					className="control w-fit"
					value={row.isNot ? 'not' : ''}
					onChange={({ target }) => onChange({ ...row, isNot: target.value === 'not' })}
				>
					<Options options={ARE} />
				</select>
				<select
					id={`if-${index}`}
					name={`if-${index}`}
					aria-label={`Condition ${number}`}
					aria-invalid={error ? true : undefined}
					aria-describedby={error ? `if-${index}-error` : undefined}
					className="control max-sm:order-last max-sm:col-span-full"
					value={row.value}
					onChange={({ target }) => onChange({ ...row, value: target.value })}
				>
					<option value="">Choose a condition</option>
					{groups.map(({ label, options }) => (
						<optgroup key={label} label={label}>
							<Options options={options.map(({ value, clause }) => [value, clause] as const)} />
						</optgroup>
					))}
				</select>
				{onRemove && (
					<Button variant="quiet" className="max-sm:justify-self-end" aria-label={`Remove condition ${number}`} onClick={onRemove}>
						Remove
					</Button>
				)}
			</div>
			{error && (
				<p id={`if-${index}-error`} className="font-semibold text-danger-ink">
					{error}
				</p>
			)}
		</li>
	)
}

type ConditionsProps = {
	groups: readonly AudienceGroup[]
	chosen: Chosen
	errors: Readonly<Record<string, string | undefined>>
	onChange: (chosen: Chosen) => void
}

/** Fields for the conditions of an audience. */
export function Conditions({ groups, chosen, errors, onChange }: ConditionsProps) {
	const hasScript = useHydrated()
	const fields = useRef<HTMLDivElement>(null)
	const { match, rows } = chosen
	const [count, setCount] = useState(rows.length)
	// Adding or removing a row fires no input event, but must be saved like typed text.
	useEffect(() => {
		if (count === rows.length) return
		setCount(rows.length)
		fields.current?.dispatchEvent(new Event('input', { bubbles: true }))
	}, [count, rows.length])
	const shown = rows.length === 0 ? [NEW] : rows
	const all = hasScript ? shown : [...shown, ...Array.from({ length: SPARE }, () => NEW)].slice(0, MAX_CONDITIONS)
	const setRows = (next: readonly AudienceRow[]) => onChange({ match, rows: next })
	return (
		<div ref={fields} className="grid gap-3">
			<label className="flex flex-wrap items-center gap-2">
				Subscribers who
				<select
					name="match"
					className="control w-fit"
					value={match}
					onChange={({ target }) => onChange({ match: target.value === 'any' ? 'any' : 'all', rows })}
				>
					<Options options={MATCHES} />
				</select>
			</label>
			<ol className="grid list-none gap-3">
				{all.map((row, index) => (
					<Row
						key={index}
						groups={groups}
						index={index}
						row={row}
						error={errors[`if-${index}`]}
						onChange={(next) => setRows(shown.map((each, at) => (at === index ? next : each)))}
						onRemove={
							hasScript && (shown.length > 1 || row.value !== '') ? () => setRows(shown.filter((_, at) => at !== index)) : undefined
						}
					/>
				))}
			</ol>
			{hasScript && shown.length < MAX_CONDITIONS && (
				<div>
					<Button variant="quiet" onClick={() => setRows([...shown, NEW])}>
						Add a condition
					</Button>
				</div>
			)}
		</div>
	)
}

/** Counts the audience without JavaScript. `asked`: the result. */
export const ShowTotal = ({ asked }: { asked: AudienceReach | null }) => (
	<div className="flex flex-wrap items-center gap-4">
		<Button type="submit" name="do" value="count" variant="secondary" formNoValidate>
			Show total
		</Button>
		{asked !== null && <p role="status">{formatAudience(asked)}</p>}
	</div>
)
