import { LinkButton } from '#app/ui/button.tsx'
import type { Home } from '#content/schema/home.ts'

export function Closing({ words, note }: { words: Home['closing']; note: string }) {
	return (
		<section className="page grid gap-6 pt-12 pb-4">
			<h2 className="max-w-[14ch] text-4xl">{words.title}</h2>
			<p className="max-w-read text-lg">{words.text}</p>
			<p className="flex flex-wrap gap-4">
				<LinkButton to={words.primary.href} size="lg">
					{words.primary.label}
				</LinkButton>
				<LinkButton to={words.secondary.href} variant="secondary" size="lg">
					{words.secondary.label}
				</LinkButton>
			</p>
			<p className="max-w-3xl text-soft">{note}</p>
		</section>
	)
}
