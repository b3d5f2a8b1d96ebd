import type { ReactNode } from 'react'

import { Checkbox } from '#app/ui/choice.tsx'
import type { FormPart } from '#server/console/content/json-form.ts'

type CheckBoxesProps = { part: Extract<FormPart, { is: 'checks' }>; revision: number; children: ReactNode }

/** A checkbox for each value a list may contain. Only checked boxes are submitted. */
export const CheckBoxes = ({ part: { id, label, fault, boxes }, revision, children }: CheckBoxesProps) => (
	<fieldset id={id}>
		<legend className="font-semibold">{label}</legend>
		{fault !== undefined && <p className="font-semibold text-danger-ink">{fault}</p>}
		{children}
		{boxes.map((box) => (
			<Checkbox
				key={`${revision} ${box.name}`}
				id={box.id}
				name={box.name}
				value={box.value}
				label={box.label}
				defaultChecked={box.isChecked}
			/>
		))}
	</fieldset>
)
