// The points of a hand, in the order of the score sheet.
export const POINTS = ['high', 'low', 'jack', 'jick', 'big_joker', 'little_joker', 'three', 'game'] as const
