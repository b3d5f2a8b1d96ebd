import { Select } from '#app/ui/field.tsx'
import type { SegmentChoice, SegmentWords } from '#server/console/subscribers/segment-form.ts'

type SegmentFieldsProps = { choices: readonly SegmentChoice[]; chosen: Partial<SegmentWords>; hasHints?: boolean }

export const SegmentFields = ({ choices, chosen, hasHints = false }: SegmentFieldsProps) =>
	choices.map(({ name, label, hint, options }) => (
		<Select
			key={name}
			id={`segment-${name}`}
			name={name}
			label={label}
			hint={hasHints ? hint : undefined}
			defaultValue={chosen[name] ?? ''}
			emptyLabel="All"
			options={options}
		/>
	))
