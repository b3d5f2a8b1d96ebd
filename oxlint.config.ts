import { defineConfig, type OxlintOverride } from 'oxlint'

import { TEST_FILES } from './scripts/lint/ring.ts'
import { rings } from './scripts/lint/rings.ts'

const purity: OxlintOverride = {
	files: ['domain/**'],
	excludeFiles: TEST_FILES,
	rules: {
		'no-restricted-globals': [
			'error',
			{ name: 'Date', message: 'Take the time as an argument: `now: Date`. The type `Date` is fine.' },
			'Temporal',
			'performance',
			'crypto',
			'fetch',
			'process',
			'console',
			'globalThis',
			'setTimeout',
			'setInterval',
		],
		'no-restricted-properties': [
			'error',
			{ object: 'Math', property: 'random', message: 'Rules are deterministic: take the number as an argument.' },
		],
	},
}

const STORAGE = ['localStorage', 'sessionStorage']
const browserStorage: OxlintOverride = {
	files: ['app/**'],
	excludeFiles: [...TEST_FILES, 'app/lib/browser-storage.ts'],
	rules: {
		'no-restricted-globals': [
			'error',
			...STORAGE.map((name) => ({ name, message: 'Go through app/lib/browser-storage.ts and storage-keys.ts.' })),
		],
		'no-restricted-properties': [
			'error',
			...['window', 'globalThis', 'self'].flatMap((object) => STORAGE.map((property) => ({ object, property }))),
		],
	},
}

export default defineConfig({
	plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'react', 'jsx-a11y', 'vitest', 'node'],
	jsPlugins: ['./scripts/lint/house-plugin.ts'],
	options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
	categories: { correctness: 'error' },
	ignorePatterns: ['build/**', 'data/**', 'coverage/**', '.react-router/**', 'tests/fixtures/boundaries/**', 'server/db/row-types.ts'],
	rules: {
		// Avoided words (scripts/lint/avoided-words.txt).
		'house/plain-words': 'error',
		// Limits on size.
		'max-lines': ['error', { max: 300 }],
		'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
		'max-params': ['error', { max: 3 }],
		// Limits on structure.
		eqeqeq: ['error', 'always', { null: 'ignore' }],
		'no-unused-vars': [
			'error',
			{ ignoreRestSiblings: true, argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
		],
		'no-var': 'error',
		'prefer-const': 'error',
		'no-console': 'error',
		'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' }],
		'unicorn/filename-case': ['error', { case: 'kebabCase' }],
		'unicorn/no-abusive-eslint-disable': 'error',
		'import/no-cycle': 'error',
		'import/no-default-export': 'error',
		'import/no-duplicates': 'error',
		'oxc/no-barrel-file': ['error', { threshold: 0 }],
		// Types.
		'typescript/ban-ts-comment': 'error',
		'typescript/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
		'typescript/no-explicit-any': 'error',
		'typescript/no-floating-promises': 'error',
		'typescript/no-import-type-side-effects': 'error',
		'typescript/no-misused-promises': 'error',
		// Spreading a string counts its code points.
		'typescript/no-misused-spread': 'off',
		'typescript/only-throw-error': 'error',
		'typescript/restrict-template-expressions': ['error', { allowNumber: true, allow: ['Error', 'URL', 'URLSearchParams'] }],
		'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
		// React.
		'react/button-has-type': 'error',
		'react/exhaustive-deps': 'error',
		'react/jsx-no-target-blank': 'error',
		'react/no-danger': 'error',
		'react/no-unstable-nested-components': ['error', { allowAsProps: true }],
		'react/rules-of-hooks': 'error',
		// A performance warning that also reports reading browser storage after hydration.
		'react/set-state-in-effect': 'off',
		// Explicit roles are part of the product's contract; a native element is used if it has the role.
		'jsx-a11y/prefer-tag-over-role': 'off',
		// In a tab list, the tabs take the focus, not the list. A wide table must be scrollable with the keyboard.
		'jsx-a11y/interactive-supports-focus': 'off',
		'jsx-a11y/no-noninteractive-tabindex': ['error', { tags: [], roles: ['tabpanel', 'region'], allowExpressionValues: true }],
		// Tests.
		'vitest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'assert*', 'fc.assert'] }],
		'vitest/no-conditional-expect': 'off',
		'vitest/no-disabled-tests': 'error',
		'vitest/no-focused-tests': 'error',
		'vitest/no-identical-title': 'error',
		'vitest/require-mock-type-parameters': 'off',
		// The second argument of Vitest's `expect` is the failure message.
		'vitest/valid-expect': ['error', { maxArgs: 2 }],
	},
	overrides: [
		...rings,
		purity,
		browserStorage,
		{ files: ['**/*.tsx'], rules: { 'max-lines-per-function': ['error', { max: 90, skipBlankLines: true, skipComments: true }] } },
		{ files: ['app/ui/raw-html.tsx'], rules: { 'react/no-danger': 'off' } },
		// React Router's way to respond with a status or redirect.
		{ files: ['app/admin/load.server.ts'], rules: { 'typescript/only-throw-error': 'off' } },
		// One <button> component whose `type` is typed 'button' | 'submit' and defaults to 'button'.
		{ files: ['app/ui/button.tsx'], rules: { 'react/button-has-type': 'off' } },
		{
			files: ['server/**'],
			excludeFiles: [...TEST_FILES, 'server/process/serve.ts'],
			rules: { 'node/no-process-env': 'error', 'house/no-built-sql': 'error' },
		},
		{
			files: ['server/**', 'scripts/**'],
			excludeFiles: [...TEST_FILES, 'server/db/database.ts'],
			rules: { 'house/no-raw-transaction': 'error' },
		},
		{
			files: ['app/routes/**', 'app/admin/**', 'app/root.tsx', 'app/routes.ts', 'app/entry.*.tsx'],
			rules: { 'import/no-default-export': 'off' },
		},
		{
			files: ['scripts/**', '*.config.ts'],
			rules: { 'import/no-default-export': 'off', 'no-console': 'off', 'max-lines-per-function': ['error', { max: 90 }] },
		},
		{
			files: TEST_FILES,
			rules: {
				'max-lines-per-function': 'off',
				// Table rows may have any number of columns.
				'max-params': 'off',
				// `app.request` returns a Response or a promise of one; Promise.all accepts both.
				'typescript/await-thenable': 'off',
				'import/no-default-export': 'off',
				'no-console': 'off',
			},
		},
		// Playwright fixtures are functions of `({}, use)`, which look like an empty pattern and a hook.
		{ files: ['tests/e2e/**'], rules: { 'no-empty-pattern': 'off', 'react/rules-of-hooks': 'off' } },
		// Signatures that we can't choose: the framework's, and that of Error, whose message comes first.
		{
			files: ['app/entry.server.tsx', 'app/admin/entry.server.tsx', 'server/kernel/errors.ts'],
			rules: { 'max-params': ['error', { max: 5 }] },
		},
		{ files: ['app/entry.server.tsx'], rules: { 'no-console': 'off' } },
		// Pages without scripts: only the attribute can move focus to the invalid field.
		{ files: ['app/admin/routes/{entry,sandbox}/**'], rules: { 'jsx-a11y/no-autofocus': 'off' } },
	],
})
