import { Select } from '#app/ui/field.tsx'
import type { SegmentChoice, SegmentWords } from '#server/console/subscribers/segment-form.ts'

type SegmentFieldsProps = { choices: readonly SegmentChoice[]; chosen: Partial<SegmentWords> }

export const SegmentFields = ({ choices, chosen }: SegmentFieldsProps) =>
	choices.map(({ name, label, options }) => (
		<Select
			key={name}
			id={`segment-${name}`}
			name={name}
			label={label}
			defaultValue={chosen[name] ?? ''}
			emptyLabel="All"
			options={options}
		/>
	))
