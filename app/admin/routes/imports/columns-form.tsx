import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Options, Select } from '#app/ui/field.tsx'
import type { readImport } from '#server/console/imports/read-imports.ts'

type Mapping = NonNullable<Awaited<ReturnType<typeof readImport>>['mapping']>

const DATES = [
	['year-first', '2026-05-31'],
	['month-first', '05/31/2026 (month first)'],
	['day-first', '31.05.2026 (day first)'],
] as const

function describeImported({ columns }: Mapping): string {
	const known = columns.filter(({ holds }) => holds !== '').length
	if (known === columns.length) return 'All columns will be imported.'
	return `${known} of ${columns.length} columns will be imported.`
}

export const ImportColumnsForm = ({ address, mapping }: { address: string; mapping: Mapping }) => (
	<section className="grid gap-4" aria-labelledby="import-columns">
		<h2 id="import-columns">Columns</h2>
		<p>
			{`${describeImported(mapping)} Correct any that are wrong, then check again. We remember your choices for files with the same columns.`}
		</p>
		<ActionForm action={`${address}/columns`} label="Check again" tone="secondary">
			{({ typed, field }) => {
				const isTyped = typed['column-0'] !== undefined
				return (
					<>
						{mapping.columns.map(({ column, name, holds, examples }) => (
							<Select
								key={column}
								{...field(`column-${column}`)}
								label={name}
								hint={examples.length > 0 ? examples.join(' · ') : 'no values in the first rows'}
								defaultValue={typed[`column-${column}`] ?? holds}
							>
								<option value="">Don’t import</option>
								<Options options={mapping.kinds} />
							</Select>
						))}
						{mapping.dates !== null && (
							<Select name="dates" label="Date format" defaultValue={typed.dates ?? mapping.dates}>
								<Options options={DATES} />
							</Select>
						)}
						<Checkbox
							name="head"
							label="The first row contains column names"
							defaultChecked={isTyped ? typed.head !== undefined : mapping.hasHead}
						/>
					</>
				)
			}}
		</ActionForm>
	</section>
)
