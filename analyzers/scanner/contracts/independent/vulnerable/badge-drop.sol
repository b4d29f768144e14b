pragma solidity 0.8.20;

import "@openzeppelin/contracts/token/ERC721/ERC721.sol";

contract BadgeDrop is ERC721("Badge", "BDG") {
    uint256 public minted;
    mapping(address => bool) public hasClaimed;

    function claim() external {
        require(!hasClaimed[msg.sender], "one each");
        require(minted < 1000, "gone");
        _safeMint(msg.sender, minted); // expect: reentrancy-callback
        minted += 1;
        hasClaimed[msg.sender] = true;
    }
}
