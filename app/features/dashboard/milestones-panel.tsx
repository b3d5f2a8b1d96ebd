import { LinkButton } from '#app/ui/button.tsx'
import { paths } from '#contracts/paths.ts'
import type { ModuleId } from '#domain/gating/check-module-access.ts'
import type { ProgressEntry } from '#domain/progress/progress-entry.ts'

/** Result of the hustler quiz, wherever it was taken. */
export function QuizPanel({ entries, titles }: { entries: readonly ProgressEntry[]; titles: Readonly<Record<string, string>> }) {
	const type = entries.find(({ kind, key }) => kind === 'quiz-result' && key === 'hustler')?.detail?.type
	const title = typeof type === 'string' ? titles[type] : undefined
	return (
		<section aria-labelledby="quiz-result" className="grid content-start gap-3">
			<h2 id="quiz-result">Your quiz result</h2>
			{title ? (
				<p className="text-xl font-semibold">{title}</p>
			) : (
				<p>Five questions tell you which way of earning suits you. You have not answered them yet.</p>
			)}
			<div>
				<LinkButton to={paths.hustlerQuiz} variant="secondary">
					{title ? 'Look at Your Result' : 'Take the Quiz'}
				</LinkButton>
			</div>
		</section>
	)
}

/** Says plainly what a certificate still needs. */
export function CertificatePanel({ completed }: { completed: ReadonlySet<ModuleId> }) {
	const missing = 6 - completed.size
	return (
		<section aria-labelledby="certificate" className="grid content-start gap-3">
			<h2 id="certificate">Your certificate</h2>
			<p>
				{missing > 0
					? `The certificate comes after module 6. ${missing === 1 ? 'One module is' : `${missing} modules are`} still ahead of you.`
					: 'All six modules are completed. You claim the certificate on the last page of module 6.'}
			</p>
		</section>
	)
}
