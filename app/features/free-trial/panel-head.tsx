export function PanelHead({ title, intro }: { title: string; intro: string }) {
	return (
		<>
			<h2>{title}</h2>
			<p className="mt-3 max-w-read text-lg">{intro}</p>
		</>
	)
}
