import { spawn, type SpawnOptions } from 'node:child_process'

/** @throws the spawn error if the program can't be executed */
export function runProgram(file: string, args: string[], options: SpawnOptions): Promise<{ code: number | null; output: string }> {
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
		let output = ''
		child.stdout?.on('data', (chunk) => (output += chunk))
		child.stderr?.on('data', (chunk) => (output += chunk))
		child.on('error', reject)
		child.on('close', (code) => resolve({ code, output }))
	})
}
