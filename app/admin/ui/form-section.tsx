import type { ComponentProps, ReactNode } from 'react'

type FormSectionProps = Pick<ComponentProps<'section'>, 'onInput' | 'onSubmit'> & {
	id: string
	title: ReactNode
	/** Explanation below the title, and links. */ about?: ReactNode
	children: ReactNode
}

/** Part of a form: explained on the left, filled in on the right; on narrower windows one below the other. */
export const FormSection = ({ id, title, about, children, onInput, onSubmit }: FormSectionProps) => (
	<section
		className="grid grid-cols-1 gap-x-8 gap-y-3 not-first:border-t not-first:border-line not-first:pt-6 xl:grid-cols-[13rem_minmax(0,1fr)] in-[.settings]:xl:grid-cols-1"
		onInput={onInput}
		onSubmit={onSubmit}
		aria-labelledby={id}
	>
		<div className="grid content-start gap-2 xl:sticky xl:top-8 xl:self-start in-[.settings]:xl:static">
			<h2 id={id}>{title}</h2>
			{about}
		</div>
		<div className="grid min-w-0 grid-cols-1 content-start gap-3">{children}</div>
	</section>
)
