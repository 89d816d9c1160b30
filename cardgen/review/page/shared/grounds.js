/* Grounds: boxes that cover so much of a card that others lie on them. */

const HALF = 0.5;

/** Whether a rectangle is a ground or a frame of a card. @param {readonly number[]} rect @param {readonly number[]} card its width and height */
export const isGround = ([, , width, height], [wide, high]) => width * height > HALF * wide * high;
