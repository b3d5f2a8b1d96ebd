import { Art } from '#app/ui/art.tsx'
import { LinkPair } from '#app/ui/button.tsx'
import type { Home } from '#content/schema/home.ts'

export function Closing({ words, note }: { words: Home['closing']; note: string }) {
	return (
		<section className="page grid gap-6 pt-12 pb-4">
			<h2 className="max-w-[14ch] text-4xl">{words.title}</h2>
			<p className="max-w-read text-lg">{words.text}</p>
			<LinkPair primary={words.primary} secondary={words.secondary} />
			<p className="max-w-3xl text-soft">{note}</p>
		</section>
	)
}

const SCENES = ['desk', 'fork', 'stall'] as const

export function Steps({ words }: { words: Home['howItWorks'] }) {
	return (
		<>
			<h2 className="text-3xl">{words.title}</h2>
			<p className="mt-4 text-lg">{words.intro}</p>
			<ol className="steps">
				{words.steps.map((step, index) => (
					<li key={step.title}>
						<Art name={SCENES[index] ?? 'desk'} className="w-full" />
						<h3>{step.title}</h3>
						<p>{step.text}</p>
					</li>
				))}
			</ol>
		</>
	)
}
