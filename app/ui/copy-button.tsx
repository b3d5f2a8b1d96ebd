import { Button } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast-store.ts'

export function CopyButton({ text, label }: { text: string; label: string }) {
	async function copy() {
		try {
			await navigator.clipboard.writeText(text)
			toast({ title: 'Copied', description: 'It’s in your clipboard' })
		} catch {
			toast({ title: 'Error', description: 'Your browser didn’t allow it. Please select and copy the text.', variant: 'destructive' })
		}
	}
	return (
		<Button variant="quiet" onClick={() => void copy()}>
			{label}
		</Button>
	)
}
