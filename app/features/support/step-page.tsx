import { Art } from '#app/ui/art.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { Blurb, Link } from '#content/schema/primitives.ts'

/** What a browser without JavaScript shows after it posted a form. */
export function StepPage({ words, back }: { words: Blurb; back: Link }) {
	return (
		<div className="page grid min-h-[60vh] items-center gap-12 py-12 lg:grid-cols-[3fr_2fr] lg:py-16">
			<div className="grid justify-items-start gap-6">
				<h1>{words.title}</h1>
				<p className="max-w-read text-lg">{words.text}</p>
				<LinkButton to={back.href} variant="secondary">
					{back.label}
				</LinkButton>
			</div>
			<Art name="signpost" className="max-h-96 w-full" />
		</div>
	)
}
