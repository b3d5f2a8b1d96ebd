/** A section whose text is not written yet says so. */
export function ComingSoon({ words, summary }: { words: string; summary: string }) {
	return (
		<div className="grid max-w-read gap-4">
			<p className="text-lg">{summary}</p>
			<p className="border-l-6 border-sun py-3 pl-5 text-xl font-semibold">{words}</p>
		</div>
	)
}
