import { Art } from '#app/ui/art.tsx'
import type { Home } from '#content/schema/home.ts'

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
