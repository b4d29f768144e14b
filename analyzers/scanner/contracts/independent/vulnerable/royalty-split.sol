pragma solidity 0.8.0;

contract RoyaltySplit {
    address public immutable artist;
    uint256 public immutable parts;

    constructor(address artist_, uint256 parts_) {
        artist = artist_;
        parts = parts_;
    }

    function quote(uint256 price, uint256 shares) public view returns (uint256) {
        uint256 perShare = price / parts;
        uint256 bonus = 3;
        return perShare * shares + bonus; // expect: divide-before-multiply
    }
}
