import type { ComponentProps } from 'react'

import { TextField } from '#app/ui/field.tsx'
import { TAG_LENGTH } from '#domain/tags/parse-tag.ts'

const CHOICES = 'tag-choices'

/** Existing tags, which the browser offers while someone types one. */
export const TagChoices = ({ tags }: { tags: readonly string[] }) => (
	<datalist id={CHOICES}>
		{tags.map((tag) => (
			<option key={tag} value={tag}>
				{tag}
			</option>
		))}
	</datalist>
)

/** Field for a tag. Its page has the `TagChoices`. */
export const TagField = (props: ComponentProps<typeof TextField>) => (
	<TextField {...props} placeholder={props.label} list={CHOICES} maxLength={TAG_LENGTH} autoComplete="off" />
)
