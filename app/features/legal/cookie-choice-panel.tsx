import { RadioGroup } from '#app/ui/choice.tsx'
import type { LegalWords } from '#content/schema/legal.ts'

type Answer = 'accepted' | 'declined'
type CookieChoicePanelProps = { words: LegalWords['choice']; choice: Answer | null; onChoose: (answer: Answer) => void }

export function CookieChoicePanel({ words, choice, onChoose }: CookieChoicePanelProps) {
	return (
		<section aria-labelledby="your-choice" className="grid max-w-read gap-4">
			<h2 id="your-choice">{words.title}</h2>
			<div className="needs-js grid gap-4">
				<RadioGroup
					label={words.question}
					options={[
						{ value: 'accepted', label: words.acceptLabel },
						{ value: 'declined', label: words.declineLabel },
					]}
					value={choice}
					onChange={onChoose}
				/>
				<p role="status">{choice === null ? words.none : words[choice]}</p>
			</div>
			<noscript>
				<p>{words.noScript}</p>
			</noscript>
		</section>
	)
}
